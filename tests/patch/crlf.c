#include <pthread.h>

int x;

void f(int k) {
	if (k)
		x++;
	x--; /* both */
}

int main(void) {
	f(1);
	return x;
}
//: lock
//: section f: x++;
//: section f: x--;
//: section main: return x;