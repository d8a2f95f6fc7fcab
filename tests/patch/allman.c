// Braces on lines of their own; indentation by tabs; a name that is taken.
#include <pthread.h>

static int heddle_lock, result;

static int f(int condition)
{
	while (condition--)
		result++;
	if (condition)
	{
		result = 1;
	}
	else
		result = 2;
	if (result)
		result = 3;
	else
		result = 4;
	if (result == 7)
	{
		return result;
	}
	do
	{
		result--;
	} while (result > 2);
	return heddle_lock;
}

int main(void)
{
	return f(2);
}
//: lock
//: section f: result++;
//: section f: result = 2;
//: section f: result = 3;
//: section f: if (result == 7)
//: section f: result > 2
