// One shared access an edge: x = y + 1 is a load, a computation and a store; x++ a load and a store.
static int x, y;

int main(void) {
  x = y + 1;
  x++;
  return 0;
}
