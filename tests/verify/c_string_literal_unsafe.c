// verdict: false(memory)
// flags: --property memory
static char *volatile word = "weft";

int main(void) {
  word[0] = 'l';
  return 0;
}
