// getopt, as POSIX has it: options come before other arguments.

char *optarg;
int optind = 1, opterr = 1, optopt;

static int inside; // characters of argv[optind] that are done

static int endOfWord(void) {
  optind++;
  inside = 0;
  return 0;
}

int getopt(int count, char *const *words, const char *known) {
  optarg = 0;
  if (!inside) {
    const char *word = optind < count ? words[optind] : 0;
    if (!word || word[0] != '-' || !word[1]) return -1;
    if (word[1] == '-' && !word[2]) {
      endOfWord();
      return -1;
    }
    inside = 1;
  }
  char *word = words[optind];
  char c = word[inside++];
  const char *k = known + (*known == ':');
  while (*k && (*k != c || c == ':')) k++;
  int isLast = !word[inside];
  if (!*k) {
    optopt = c;
    if (isLast) endOfWord();
    return '?';
  }
  if (k[1] != ':') {
    if (isLast) endOfWord();
    return c;
  }
  char *rest = word + inside;
  endOfWord();
  if (!isLast) {
    optarg = rest;
  } else if (optind < count) {
    optarg = words[optind++];
  } else {
    optopt = c;
    return *known == ':' ? ':' : '?';
  }
  return c;
}
