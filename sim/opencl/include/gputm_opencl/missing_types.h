// Types that are not there, in terms that give an error with their name and line.
#pragma once

#define image1d_t image1d_t_is_not_supported
#define image1d_array_t image1d_array_t_is_not_supported
#define image1d_buffer_t image1d_buffer_t_is_not_supported
#define image2d_t image2d_t_is_not_supported
#define image2d_array_t image2d_array_t_is_not_supported
#define image3d_t image3d_t_is_not_supported
#define sampler_t sampler_t_is_not_supported
#define queue_t queue_t_is_not_supported
#define clk_event_t clk_event_t_is_not_supported
#define enqueue_kernel enqueue_kernel_is_not_supported
