// verdict: false(assert)
extern void __VERIFIER_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  if (__VERIFIER_nondet_bool())
    __VERIFIER_error();
  return 0;
}
