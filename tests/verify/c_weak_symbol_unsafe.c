// verdict: false(memory)
// flags: --property memory
__attribute__((weak)) extern int missing(void);

int main(void) { return missing(); }
