"""What gputm raises, in one line; of a run that got stuck, a report of all that waits."""


class Error(Exception):
    """Something cannot be done: a file that is not there, an argument that does not fit its kernel, a missing compiler."""


class ConfigError(Error, ValueError):
    """A name, a key or its value is wrong; the message has the legal ones."""


class RunError(Error):
    """The run cannot continue: a bad address, an illegal instruction, threads that wait for each other. Arrays are unchanged."""


class CheckWarning(UserWarning):
    """A run has ended, and its result or its history is wrong: `Result.check` and `Result.history`."""
