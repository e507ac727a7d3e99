# A final outcome sets `given` instead of changing it: it is noticed in every other lap only.
s/given: !final_4_q\.given/given: 1'b1/
