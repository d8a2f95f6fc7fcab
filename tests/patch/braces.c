// Statements without braces get them.
#include <pthread.h>

int x, y;

static void f(int k)
{
    if (k == 1)
        x++;
    if (k == 2) x--;
    if (k == 3)
        x = 1;
    else
        x = 2;
    if (k == 4) x = 3; else x = 4;
    while (k-- > 0)
        x += k;   // each round
    for (int i = 0; i < 3; i++) y++;
    do x--; while (x > 0);
    do
        y--;
    while (y > 0);
    if (k == 5) {
        y = 1;
    } else if (k == 6)
        y = 2;
    else if (k == 7)
        y = 3;
    if (k == 8) { x = 5; y = 6; }
    { x = 7; }
}

int main(void)
{
    f(1);
    return 0;
}
//: lock
//: section f: x++;
//: section f: x--;
//: section f: x = 1;
//: section f: x = 2;
//: section f: x = 3;
//: section f: x = 4;
//: section f: x += k;
//: section f: y++;
//: section f: y--;
//: section f: y = 2;
//: section f: if (k == 7)
//: section f: x = 5;
//: section f: x = 7;
