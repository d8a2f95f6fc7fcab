// verdict: true
extern void __VERIFIER_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  if (a + b > 2)
    __VERIFIER_error();
  return 0;
}
