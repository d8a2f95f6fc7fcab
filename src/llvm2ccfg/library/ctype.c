// The tables behind the macros of <ctype.h>, as in the C locale: indexed from -128 to 255.

enum { UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, HEX = 0x1000, SPACE = 0x2000, PRINT = 0x4000 };
enum { GRAPH = 0x8000, BLANK = 1, CONTROL = 2, PUNCTUATION = 4, ALNUM = 8 };

#define N0 CONTROL
#define N1 CONTROL | SPACE
#define C4(x) x, x, x, x
#define C8(x) C4(x), C4(x)
#define C32(x) C8(x), C8(x), C8(x), C8(x)
#define C128(x) C32(x), C32(x), C32(x), C32(x)
#define P PRINT | GRAPH | PUNCTUATION
#define D PRINT | GRAPH | DIGIT | HEX | ALNUM
#define U PRINT | GRAPH | UPPER | ALPHA | ALNUM
#define L PRINT | GRAPH | LOWER | ALPHA | ALNUM

static const unsigned short kinds[384] = {
    C128(0),
    C8(N0), N0, N1 | BLANK, N1, N1, N1, N1, N0, N0, C8(N0), C8(N0),
    PRINT | SPACE | BLANK, P, P, P, P, P, P, P, C8(P),
    C8(D), D, D, P, P, P, P, P, P,
    P, U | HEX, U | HEX, U | HEX, U | HEX, U | HEX, U | HEX, U, C8(U), C8(U), U, U, U, P, P, P, P, P,
    P, L | HEX, L | HEX, L | HEX, L | HEX, L | HEX, L | HEX, L, C8(L), C8(L), L, L, L, P, P, P, P, N0,
    C128(0)};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *table = kinds + 128;
  return &table;
}
