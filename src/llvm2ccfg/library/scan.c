// sscanf, as C says, but for numbers with a fraction; what scanf and fscanf store is arbitrary.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

extern void __heddle_give_up(const char *);
extern void __heddle_leaves_out(const char *);
extern void __heddle_input(const char *);
extern void __heddle_any(void *, size_t);
extern long __heddle_between(long, long); // constants
extern int isspace(int);
extern long long strtoll(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);

enum { END = -1, LONGEST = 63 };

struct wanted {
  int isStored, width, size; // width 0: none; size: -2 char, -1 short, 0 int, 1 long, 2 long long
  char kind;
  const char *set, *setEnd; // of %[
};

static const char *readWanted(const char *f, struct wanted *w) {
  w->isStored = *f != '*';
  if (*f == '*') f++;
  w->width = w->size = 0;
  while (*f >= '0' && *f <= '9') w->width = w->width * 10 + (*f++ - '0');
  for (;; f++) {
    if (*f == 'h') w->size--;
    else if (*f == 'l') w->size++;
    else if (*f == 'z' || *f == 't') w->size = 1;
    else if (*f == 'j' || *f == 'q') w->size = 2;
    else break;
  }
  w->kind = *f;
  if (*f != '[') return f;
  w->set = ++f;
  if (*f == '^') f++;
  if (*f == ']') f++;
  while (*f && *f != ']') f++;
  w->setEnd = f;
  return f;
}

static int isIn(const struct wanted *w, unsigned char c) {
  if (w->kind == 's') return !isspace(c);
  const char *p = w->set;
  int negated = *p == '^';
  if (negated) p++;
  int found = 0;
  for (const char *first = p; p < w->setEnd; p++) {
    if (*p == '-' && p > first && p + 1 < w->setEnd) found |= (unsigned char)p[-1] <= c && c <= (unsigned char)p[1];
    else found |= (unsigned char)*p == c;
  }
  return found != negated;
}

static void storeNumber(const struct wanted *w, long long v, void *to) {
  if (w->size <= -2) *(char *)to = v;
  else if (w->size == -1) *(short *)to = v;
  else if (w->size == 0) *(int *)to = v;
  else if (w->size == 1) *(long *)to = v;
  else *(long long *)to = v;
}

// The part of the text that the conversion takes, and its value; 0: it does not fit.
static const char *readNumber(const struct wanted *w, const char *s, long long *v) {
  char text[32];
  int base = w->kind == 'd' || w->kind == 'u' ? 10 : w->kind == 'o' ? 8 : w->kind == 'i' ? 0 : 16;
  int most = w->width && w->width < 31 ? w->width : 31, n = 0;
  while (n < most && s[n] && !isspace((unsigned char)s[n])) text[n] = s[n], n++;
  if (n == 31 && !w->width) __heddle_give_up("paths end where a number of more than 30 digits is read");
  text[n] = 0;
  char *end;
  *v = w->kind == 'd' || w->kind == 'i' ? strtoll(text, &end, base) : (long long)strtoull(text, &end, base);
  return end == text ? 0 : s + (end - text);
}

int vsscanf(const char *s, const char *f, va_list list) {
  const char *start = s;
  int stored = 0;
  struct wanted w;
  for (; *f; f++) {
    if (isspace((unsigned char)*f)) {
      while (isspace((unsigned char)*s)) s++;
      continue;
    }
    if (*f != '%') {
      if (!*s) return stored ? stored : END;
      if (*s != *f) return stored;
      s++;
      continue;
    }
    f = readWanted(f + 1, &w);
    if (w.kind != 'c' && w.kind != '[' && w.kind != 'n')
      while (isspace((unsigned char)*s)) s++;
    if (w.kind == 'n') {
      if (w.isStored) storeNumber(&w, s - start, __builtin_va_arg(list, void *));
      continue;
    }
    if (!*s) return stored ? stored : END;
    if (w.kind == '%') {
      if (*s++ != '%') return stored;
      continue;
    }
    if (w.kind == 'd' || w.kind == 'i' || w.kind == 'u' || w.kind == 'x' || w.kind == 'X' || w.kind == 'o') {
      long long v;
      s = readNumber(&w, s, &v);
      if (!s) return stored;
      if (w.isStored) storeNumber(&w, v, __builtin_va_arg(list, void *));
    } else if (w.kind == 'c' && w.size == 0) {
      char *to = w.isStored ? __builtin_va_arg(list, char *) : 0;
      for (int n = w.width ? w.width : 1; n > 0; n--, s++) {
        if (!*s) return stored ? stored : END;
        if (to) *to++ = *s;
      }
    } else if ((w.kind == 's' || w.kind == '[') && w.size == 0) {
      char *to = w.isStored ? __builtin_va_arg(list, char *) : 0;
      int n = 0;
      for (; s[n] && (!w.width || n < w.width) && isIn(&w, s[n]); n++)
        if (to) to[n] = s[n];
      if (n == 0) return stored;
      if (to) to[n] = 0;
      s += n;
    } else {
      __heddle_give_up("paths end where a number with a fraction, or a pointer, is read from a text");
    }
    stored += w.isStored;
  }
  return stored;
}

int sscanf(const char *s, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  int n = vsscanf(s, f, list);
  __builtin_va_end(list);
  return n;
}

static void storeAny(const struct wanted *w, void *to) {
  if (w->kind == 's' || w->kind == '[') {
    if (!w->width) __heddle_leaves_out("words longer than 63 characters are not read");
    size_t n = w->width ? w->width : LONGEST;
    __heddle_any(to, n);
    ((char *)to)[n] = 0;
  } else if (w->kind == 'c') {
    __heddle_any(to, w->width ? w->width : 1);
  } else if (w->kind == 'p') {
    __heddle_any(to, sizeof(void *));
  } else if (w->kind == 'a' || w->kind == 'e' || w->kind == 'f' || w->kind == 'g') {
    __heddle_any(to, w->size == 1 ? sizeof(double) : sizeof(float));
  } else {
    __heddle_any(to, w->size <= -2 ? 1 : w->size == -1 ? 2 : w->size == 0 ? 4 : w->size == 1 ? sizeof(long) : 8);
  }
}

int vfscanf(void *stream, const char *f, va_list list) {
  __heddle_input("scanf");
  int stored = 0;
  struct wanted w;
  for (; *f; f++) {
    if (*f != '%') continue;
    f = readWanted(f + 1, &w);
    if (w.kind == '%' || !w.isStored) continue;
    if (w.kind == 'n') {
      __heddle_any(__builtin_va_arg(list, void *), sizeof(int));
      continue;
    }
    if (__heddle_between(0, 1)) return stored ? stored : (int)__heddle_between(-1, 0);
    storeAny(&w, __builtin_va_arg(list, void *));
    stored++;
  }
  return stored;
}

int vscanf(const char *f, va_list list) { return vfscanf(0, f, list); }

int fscanf(void *stream, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  int n = vfscanf(stream, f, list);
  __builtin_va_end(list);
  return n;
}

int scanf(const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  int n = vfscanf(0, f, list);
  __builtin_va_end(list);
  return n;
}
