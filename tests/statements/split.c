// A statement that ends in another file has no extent; what is around it has. Also: a byte order, tabs, continued lines,
// comments and a pragma between statements.
#pragma pack(push, 1)
struct pair { char a; int b; };
#pragma pack(pop)
#define VALUE 7
static struct pair p;
static int text_\
of;

int main(void) {
	p.b /* a comment; with a semicolon */ = VALUE; // and another;
	text_of =
#include "value.inc"
	p.a = sizeof(struct pair) == 5;
#pragma GCC diagnostic push
	p.b +=\
	2;	p.a--;
#pragma GCC diagnostic pop
	return p.b;
}
