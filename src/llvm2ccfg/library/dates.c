// Dates. The fields of a local one are any numbers, chosen when they are looked at, as the time zone is not known; a date in
// UTC is computed. What POSIX does not promise for several threads writes to one object, so that `race` sees it.

typedef __SIZE_TYPE__ size_t;

struct tm {
  int seconds, minutes, hours, day, month, year, weekday, dayOfYear, summer;
  long offset;
  const char *zone;
};

enum { EINVAL = 22, EOVERFLOW = 75 };

extern void *__heddle_alloc(size_t);
extern void __heddle_any(void *, size_t);
extern void __heddle_takes_any(const char *);
extern int __heddle_looks_at_dates(void);
extern long __heddle_between(long, long); // constants
extern int *__errno_location(void);

static char shared_date; // of localtime, gmtime, asctime and ctime

static void touch(const struct tm *t) {
  const volatile int *fields = (const volatile int *)t;
  for (int i = 0; i < 9; i++) (void)fields[i];
}

static void anyDate(void) {
  if (__heddle_looks_at_dates()) __heddle_takes_any("the fields of a local date are taken as any numbers");
}

struct tm *localtime(const long *t) {
  (void)*(const volatile long *)t;
  *(volatile char *)&shared_date = 0;
  anyDate();
  return __heddle_alloc(sizeof(struct tm));
}

static int isLeap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int daysOf(int month, long year) {
  return month == 1 ? 28 + isLeap(year) : month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
}

// Before a year that is greater than 0, in the Gregorian calendar.
static long daysBefore(long year) {
  year--;
  return year * 365 + year / 4 - year / 100 + year / 400;
}

struct tm *gmtime_r(const long *t, struct tm *d) {
  long long days = *t / 86400;
  int rest = *t % 86400;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  d->hours = rest / 3600;
  d->minutes = rest / 60 % 60;
  d->seconds = rest % 60;
  d->weekday = ((days + 4) % 7 + 7) % 7; // the first day was a Thursday
  long long cycles = days / 146097; // of 400 years
  days %= 146097;
  if (days < 0) {
    days += 146097;
    cycles--;
  }
  int year = 1970;
  while (days >= 365 + isLeap(year)) days -= 365 + isLeap(year++);
  long long all = year + cycles * 400 - 1900;
  if (all != (int)all) {
    *__errno_location() = EOVERFLOW;
    return 0;
  }
  d->year = all;
  d->dayOfYear = days;
  d->month = 0;
  while (days >= daysOf(d->month, year)) days -= daysOf(d->month++, year);
  d->day = days + 1;
  d->summer = 0;
  d->offset = 0;
  d->zone = "GMT";
  return d;
}

struct tm *gmtime(const long *t) {
  *(volatile char *)&shared_date = 0;
  return gmtime_r(t, __heddle_alloc(sizeof(struct tm)));
}

long timegm(struct tm *d) {
  long year = d->year + 1900L + d->month / 12;
  int month = d->month % 12;
  if (month < 0) month += 12, year--;
  long cycles = year / 400 - 5; // to a year near 2000
  year -= cycles * 400;
  long days = daysBefore(year) - daysBefore(1970) + cycles * 146097 + d->day - 1;
  for (int m = 0; m < month; m++) days += daysOf(m, year);
  long t = days * 86400 + d->hours * 3600L + d->minutes * 60L + d->seconds;
  gmtime_r(&t, d);
  return t;
}

// Any time; the fields stay as they are if they were those of a date.
long mktime(struct tm *d) {
  touch(d);
  __heddle_takes_any("the result of 'mktime' is taken as any time, and the date as a valid one");
#if __SIZEOF_LONG__ == 8
  return __heddle_between(-1, 0xffffffff);
#else
  return __heddle_between(-1, 0x7fffffff);
#endif
}

struct tm *localtime_r(const long *t, struct tm *d) {
  (void)*(const volatile long *)t;
  anyDate();
  __heddle_any(d, sizeof *d);
  return d;
}

static char *two(char *p, int n, char before) {
  *p++ = before;
  *p++ = '0' + n / 10;
  *p++ = '0' + n % 10;
  return p;
}

char *asctime_r(const struct tm *d, char *to) {
  static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  int year = d->year + 1900;
  if (d->weekday < 0 || d->weekday > 6 || d->month < 0 || d->month > 11 || d->day < 0 || d->day > 99 || d->hours < 0 ||
      d->hours > 99 || d->minutes < 0 || d->minutes > 99 || d->seconds < 0 || d->seconds > 99 || year < 1000 || year > 9999) {
    *__errno_location() = EINVAL; // C leaves it open
    return 0;
  }
  char *p = to;
  for (int i = 0; i < 3; i++) *p++ = days[d->weekday * 3 + i];
  *p++ = ' ';
  for (int i = 0; i < 3; i++) *p++ = months[d->month * 3 + i];
  *p++ = ' ';
  *p++ = d->day < 10 ? ' ' : '0' + d->day / 10;
  *p++ = '0' + d->day % 10;
  p = two(p, d->hours, ' ');
  p = two(p, d->minutes, ':');
  p = two(p, d->seconds, ':');
  p = two(p, year / 100, ' ');
  *p++ = '0' + year / 10 % 10;
  *p++ = '0' + year % 10;
  *p++ = '\n';
  *p = 0;
  return to;
}

char *asctime(const struct tm *d) {
  *(volatile char *)&shared_date = 0;
  return asctime_r(d, __heddle_alloc(26));
}

static char *anyText(char *to) {
  to[24] = '\n';
  to[25] = 0;
  return to;
}

char *ctime(const long *t) {
  (void)*(const volatile long *)t;
  *(volatile char *)&shared_date = 0;
  __heddle_takes_any("the text of a local date is taken as any 24 characters");
  return anyText(__heddle_alloc(26));
}

char *ctime_r(const long *t, char *to) {
  (void)*(const volatile long *)t;
  __heddle_takes_any("the text of a local date is taken as any 24 characters");
  __heddle_any(to, 24);
  return anyText(to);
}

void __heddle_reads_date(const char *format, const struct tm *d) {
  for (const volatile char *f = format; *f; f++) {}
  touch(d);
}

// Any text that fits, or none.
size_t strftime(char *to, size_t size, const char *format, const struct tm *d) {
  __heddle_reads_date(format, d);
  if (size == 0) return 0;
  __heddle_any(to, size - 1);
  size_t n = size <= 256 ? __heddle_between(0, 255) : __heddle_between(0, 0x7fffffff);
  if (n >= size) n = 0;
  to[n] = 0;
  return n;
}

void tzset(void) {}
