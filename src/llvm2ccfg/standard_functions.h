// The functions of C11's library, and those of POSIX and of Linux that programs use, by header.
#pragma once

namespace heddle::llvm2ccfg {

struct StandardHeader {
  const char* name;
  bool isC11;
  const char* functions; // separated by blanks
};

// Functions of floating-point numbers stand for all three types: sin also for sinf and sinl.
inline constexpr StandardHeader standardHeaders[] = {
    {"assert.h", true, "assert"},
    {"complex.h", true,
     "cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin "
     "csinh csqrt "
     "ctan ctanh"},
    {"ctype.h", true,
     "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit "
     "tolower toupper"},
    {"errno.h", true, "errno"},
    {"fenv.h", true,
     "feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag "
     "fesetround "
     "fetestexcept feupdateenv"},
    {"inttypes.h", true, "imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax"},
    {"locale.h", true, "localeconv setlocale"},
    {"math.h", true,
     "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim "
     "floor fma fmax "
     "fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf "
     "nan nearbyint "
     "nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma "
     "trunc"},
    {"setjmp.h", true, "setjmp longjmp"},
    {"signal.h", true, "signal raise"},
    {"stdarg.h", true, "va_start va_arg va_copy va_end"},
    {"stdatomic.h", true,
     "atomic_init atomic_load atomic_store atomic_exchange atomic_compare_exchange_strong "
     "atomic_compare_exchange_weak "
     "atomic_fetch_add atomic_fetch_sub atomic_fetch_and atomic_fetch_or atomic_fetch_xor "
     "atomic_flag_test_and_set "
     "atomic_flag_clear atomic_thread_fence atomic_signal_fence atomic_is_lock_free kill_dependency"},
    {"stdio.h", true,
     "clearerr fclose feof ferror fflush fgetc fgetpos fgets fopen fprintf fputc fputs fread freopen fscanf "
     "fseek fsetpos "
     "ftell fwrite getc getchar perror printf putc putchar puts remove rename rewind scanf setbuf setvbuf "
     "snprintf sprintf "
     "sscanf tmpfile tmpnam ungetc vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf"},
    {"stdlib.h", true,
     "_Exit abort abs aligned_alloc at_quick_exit atexit atof atoi atol atoll bsearch calloc div exit free "
     "getenv labs ldiv "
     "llabs lldiv malloc mblen mbstowcs mbtowc qsort quick_exit rand realloc srand strtod strtof strtol "
     "strtold strtoll "
     "strtoul strtoull system wcstombs wctomb"},
    {"string.h", true,
     "memchr memcmp memcpy memmove memset strcat strchr strcmp strcoll strcpy strcspn strerror strlen "
     "strncat strncmp "
     "strncpy strpbrk strrchr strspn strstr strtok strxfrm"},
    {"threads.h", true,
     "call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init "
     "mtx_lock "
     "mtx_timedlock mtx_trylock mtx_unlock thrd_create thrd_current thrd_detach thrd_equal thrd_exit "
     "thrd_join thrd_sleep "
     "thrd_yield tss_create tss_delete tss_get tss_set"},
    {"time.h", true, "asctime clock ctime difftime gmtime localtime mktime strftime time timespec_get"},
    {"uchar.h", true, "c16rtomb c32rtomb mbrtoc16 mbrtoc32"},
    {"wchar.h", true,
     "btowc fgetwc fgetws fputwc fputws fwide fwprintf fwscanf getwc getwchar mbrlen mbrtowc mbsinit "
     "mbsrtowcs putwc "
     "putwchar swprintf swscanf ungetwc vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wcrtomb "
     "wcscat wcschr wcscmp "
     "wcscoll wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr "
     "wcstod wcstof "
     "wcstok wcstol wcstold wcstoll wcstoul wcstoull wcsxfrm wctob wmemchr wmemcmp wmemcpy wmemmove wmemset "
     "wprintf wscanf"},
    {"wctype.h", true,
     "iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace "
     "iswupper iswxdigit "
     "towctrans towlower towupper wctrans wctype"},

    {"dirent.h", false, "closedir dirfd opendir readdir rewinddir"},
    {"dlfcn.h", false, "dlclose dlerror dlopen dlsym"},
    {"fcntl.h", false, "creat fallocate fcntl open openat posix_fadvise posix_fallocate"},
    {"netdb.h", false, "freeaddrinfo gai_strerror getaddrinfo"},
    {"poll.h", false, "poll"},
    {"pthread.h", false,
     "pthread_atfork pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_getguardsize "
     "pthread_attr_getinheritsched "
     "pthread_attr_getschedparam pthread_attr_getschedpolicy pthread_attr_getscope pthread_attr_getstack "
     "pthread_attr_getstacksize pthread_attr_init pthread_attr_setdetachstate pthread_attr_setguardsize "
     "pthread_attr_setinheritsched pthread_attr_setschedparam pthread_attr_setschedpolicy "
     "pthread_attr_setscope "
     "pthread_attr_setstack pthread_attr_setstacksize pthread_barrier_destroy pthread_barrier_init "
     "pthread_barrier_wait "
     "pthread_barrierattr_destroy pthread_barrierattr_init pthread_barrierattr_setpshared pthread_cancel "
     "pthread_cleanup_pop "
     "pthread_cleanup_push pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal "
     "pthread_cond_timedwait pthread_cond_wait pthread_condattr_destroy pthread_condattr_init "
     "pthread_condattr_setclock "
     "pthread_condattr_setpshared pthread_create pthread_detach pthread_equal pthread_exit "
     "pthread_getaffinity_np "
     "pthread_getattr_np pthread_getconcurrency pthread_getcpuclockid pthread_getname_np "
     "pthread_getschedparam "
     "pthread_getspecific pthread_join pthread_key_create pthread_key_delete pthread_mutex_consistent "
     "pthread_mutex_destroy "
     "pthread_mutex_getprioceiling pthread_mutex_init pthread_mutex_lock pthread_mutex_setprioceiling "
     "pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy "
     "pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol pthread_mutexattr_getpshared "
     "pthread_mutexattr_getrobust "
     "pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_setprioceiling "
     "pthread_mutexattr_setprotocol "
     "pthread_mutexattr_setpshared pthread_mutexattr_setrobust pthread_mutexattr_settype pthread_once "
     "pthread_rwlock_destroy "
     "pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock "
     "pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_wrlock "
     "pthread_rwlockattr_destroy pthread_rwlockattr_init pthread_rwlockattr_setpshared pthread_self "
     "pthread_setaffinity_np "
     "pthread_setcancelstate pthread_setcanceltype pthread_setconcurrency pthread_setname_np "
     "pthread_setschedparam "
     "pthread_setschedprio pthread_setspecific pthread_spin_destroy pthread_spin_init pthread_spin_lock "
     "pthread_spin_trylock pthread_spin_unlock pthread_testcancel pthread_tryjoin_np pthread_yield"},
    {"sched.h", false,
     "sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam "
     "sched_getscheduler "
     "sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield"},
    {"semaphore.h", false,
     "sem_close sem_destroy sem_getvalue sem_init sem_open sem_post sem_timedwait sem_trywait sem_unlink "
     "sem_wait"},
    {"signal.h", false,
     "kill pthread_kill pthread_sigmask sigaction sigaddset sigaltstack sigdelset sigemptyset sigfillset "
     "siginterrupt "
     "sigismember sigpending sigprocmask sigqueue sigsuspend sigtimedwait sigwait sigwaitinfo"},
    {"stdio.h", false,
     "asprintf dprintf fdopen fileno flockfile fmemopen fseeko ftello funlockfile getc_unlocked "
     "getchar_unlocked getdelim "
     "getline open_memstream pclose popen putc_unlocked putchar_unlocked setlinebuf vasprintf vdprintf"},
    {"stdlib.h", false,
     "clearenv drand48 getloadavg lrand48 mkdtemp mkstemp mrand48 posix_memalign putenv rand_r random "
     "realpath reallocarray "
     "secure_getenv setenv srand48 srandom unsetenv valloc"},
    {"search.h", false, "lfind lsearch"},
    {"string.h", false,
     "explicit_bzero ffs ffsl ffsll index memccpy memmem mempcpy memrchr rawmemchr rindex stpcpy stpncpy "
     "strcasecmp "
     "strcasestr strchrnul strdup strerror_r strlcat strlcpy strncasecmp strndup strnlen strsep strsignal "
     "strtok_r bcmp "
     "bcopy bzero"},
    {"sys/epoll.h", false, "epoll_create epoll_create1 epoll_ctl epoll_wait"},
    {"sys/eventfd.h", false, "eventfd"},
    {"sys/file.h", false, "flock"},
    {"sys/ioctl.h", false, "ioctl"},
    {"sys/mman.h", false,
     "madvise mlock mlockall mmap mprotect msync munlock munlockall munmap posix_madvise shm_open "
     "shm_unlink"},
    {"sys/prctl.h", false, "prctl"},
    {"sys/resource.h", false, "getpriority getrlimit getrusage setpriority setrlimit"},
    {"sys/select.h", false, "select"},
    {"sys/socket.h", false,
     "accept accept4 bind connect getpeername getsockname getsockopt listen recv recvfrom recvmsg send "
     "sendmsg sendto "
     "setsockopt shutdown socket socketpair"},
    {"sys/stat.h", false, "chmod fchmod fstat fstatat lstat mkdir mkfifo stat umask"},
    {"sys/time.h", false, "getitimer gettimeofday setitimer settimeofday"},
    {"sys/times.h", false, "times"},
    {"sys/uio.h", false, "readv writev"},
    {"sys/utsname.h", false, "uname"},
    {"sys/wait.h", false, "wait waitpid"},
    {"syslog.h", false, "closelog openlog setlogmask syslog vsyslog"},
    {"time.h", false,
     "asctime_r clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime ctime_r "
     "gmtime_r localtime_r "
     "nanosleep timegm timer_create tzset"},
    {"unistd.h", false,
     "_exit access alarm chdir chown close dup dup2 dup3 execl execv execve execvp fchdir fchown fdatasync "
     "fork fsync "
     "ftruncate getcwd getegid geteuid getgid gethostname getlogin getopt getpagesize getpgid getpgrp getpid "
     "getppid getsid "
     "gettid getuid isatty lchown link lockf lseek nice pathconf pause pipe pipe2 pread pwrite read readlink "
     "rmdir setgid "
     "setpgid setsid setuid sleep symlink sync syscall sysconf truncate ttyname ualarm unlink usleep vfork "
     "write"},
    {"ucontext.h", false, "getcontext makecontext setcontext swapcontext"},
    {"err.h", false, "err errx verr verrx vwarn vwarnx warn warnx"},
};

} // namespace heddle::llvm2ccfg
