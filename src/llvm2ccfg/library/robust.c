// Which threads have ended, a bit each: the owner of a robust mutex may be one of them.

unsigned long long __heddle_ended_threads;
