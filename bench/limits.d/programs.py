"""Programs that take more time or memory than they are given, each in another place: the preprocessor, the parser, the
translation to the model, an engine. Each is a name, the engine that is asked (and more options), and the text."""

THREADS = "#include <assert.h>\n#include <pthread.h>\n"


def doubled(first, n, end, line="#define M{} M{} M{}\n"):
    return f"#define M0 {first}\n" + "".join(line.format(i, i - 1, i - 1) for i in range(1, n + 1)) + end


def call_tree(depth, fan=2, body="g++;"):
    text = THREADS + f"static volatile int g;\nstatic void f0(void) {{ {body} }}\n"
    for i in range(1, depth + 1):
        text += f"static void f{i}(void) {{ {f'f{i - 1}(); ' * fan}}}\n"
    return text + (
        f"static void *w(void *p) {{ f{depth}(); return p; }}\nint main(void) {{ pthread_t a, b; pthread_create(&a, 0, w, 0);"
        " pthread_create(&b, 0, w, 0); pthread_join(a, 0); pthread_join(b, 0); assert(g != 3); return 0; }\n")


def recursion(calls):
    return ("#include <assert.h>\nint g;\nstatic int f(int n) { g++; return n < 1 ? 1 : "
            + " + ".join(f"f(n - {i})" for i in range(1, calls + 1)) + "; }\nint main(int c, char **v) { assert(f(c) != 77); return 0; }\n")


def mutual(functions):
    text = "int g;\n" + "".join(f"static void f{i}(int n);\n" for i in range(functions))
    for i in range(functions):
        text += f"static void f{i}(int n) {{ g++; " + "".join(f"if (n & {1 << k}) f{k}(n - 1); " for k in range(functions)) + "}\n"
    return text + "int main(int c, char **v) { f0(c); return 0; }\n"


def pointer_calls(functions, depth):
    text = "int g;\n"
    for d in range(depth):
        below = "g++;" if d == 0 else f"t{d - 1}[g % {functions}]();"
        text += "".join(f"static void f{d}_{i}(void) {{ g += {i}; {below} {below} }}\n" for i in range(functions))
        text += f"static void (*t{d}[])(void) = {{" + ", ".join(f"f{d}_{i}" for i in range(functions)) + "};\n"
    return text + f"int main(void) {{ t{depth - 1}[g % {functions}](); return 0; }}\n"


def many_threads(n):
    return (THREADS + "int x;\n" + "".join(f"static void *w{i}(void *p) {{ x += {i}; return p; }}\n" for i in range(n))
            + "int main(void) {\n  pthread_t t;\n" + "".join(f"  pthread_create(&t, 0, w{i}, 0);\n" for i in range(n))
            + "  assert(x != 1);\n  return 0;\n}\n")


def counters(threads, rounds, variables=1):
    return (THREADS + f"static int x[{variables}];\nstatic void *w(void *p) {{ for (int i = 0; i < {rounds}; i++) x[i % {variables}]++; return p; }}\n"
            f"int main(void) {{ pthread_t t[{threads}]; for (int i = 0; i < {threads}; i++) pthread_create(&t[i], 0, w, 0);"
            f" for (int i = 0; i < {threads}; i++) pthread_join(t[i], 0); assert(x[0] >= 0); return 0; }}\n")


def big_array(size):
    return (THREADS + f"static char a[{size}];\nstatic void *w(void *p) {{ for (unsigned i = 0; i < {size}; i++) a[i] = a[i / 2] + 1; return p; }}\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0); assert(a[7] != 100); return 0; }\n")


def statements(n):
    return ("int x[64];\nint main(void) {\n" + "".join(f"  x[{i % 64}] = x[{i * 7 % 64}] * {i};\n" for i in range(n)) + "  return 0;\n}\n")


def nested(open_, close, n):
    return f"int y;\nint main(void) {{ return {open_ * n}y{close * n}; }}\n"


def switches(n):
    return ("int x;\nint main(int c, char **v) { for (;;) switch (c++) {\n"
            + "".join(f"case {i}: x += c; if (x == {i}) goto l{i}; l{i}: x++; break;\n" for i in range(n)) + "} }\n")


def structs(n):
    return ("struct s0 { char c; };\n" + "".join(f"struct s{i} {{ struct s{i - 1} a, b; }};\n" for i in range(1, n + 1))
            + f"struct s{n} x, y;\nint main(void) {{ x = y; return 0; }}\n")


def hard_sums(n):
    return (THREADS + "extern unsigned long __VERIFIER_nondet_ulong(void);\nunsigned long a, b;\n"
            "static void *w(void *p) { a = __VERIFIER_nondet_ulong(); b = __VERIFIER_nondet_ulong(); return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0);\n"
            f"  assert(a < 3 || b < 3 || a >> 32 || b >> 32 || a * b != {n}ul); return 0; }}\n")


# What was reported.
REPORTED = [
    ("call tree", "auto", call_tree(25)),
    ("macros, expression", "auto", doubled("1+", 30, "int main(void) { return M30 0; }\n")),
    ("macros, statements", "auto", doubled("x++;", 18, "int x; int main(void) { M18 return 0; }\n")),
    ("includes itself", "auto",
     '#if __INCLUDE_LEVEL__ < 25\n#include "a.c"\n#include "a.c"\n#endif\nint x;\n#if __INCLUDE_LEVEL__ == 0\nint main(void) { return 0; }\n#endif\n'),
    ("includes a pipe", "auto", '#include "fifo.h"\nint main(void) { return 0; }\n'),
    ("overflow pragma", "auto", "#pragma clang __debug overflow_stack\nint main(void) { return 0; }\n"),
    ("1000 threads", "modular", many_threads(1000)),
    ("pieces", "bounded --property assert", counters(2, 100000, 64)),
]

MORE = [
    ("call tree of 10", "auto", call_tree(8, 10)),
    ("call tree, locks", "auto", call_tree(20, 2, "static pthread_mutex_t m; pthread_mutex_lock(&m); g++; pthread_mutex_unlock(&m);")),
    ("recursion, 2 calls", "auto", recursion(2)),
    ("recursion, 5 calls", "auto", recursion(5)),
    ("mutual recursion", "auto", mutual(8)),
    ("pointers to functions", "auto", pointer_calls(12, 6)),
    ("400 threads, bounded", "bounded", many_threads(400)),
    ("2000 threads", "auto", many_threads(2000)),
    ("counters, explore", "explore --property assert", counters(6, 50)),
    ("counters, modular", "modular --property assert", counters(40, 1000, 100)),
    ("counters, sample", "sample --property assert", counters(4, 10000000)),
    ("array of 1 GB", "auto", big_array(1 << 30)),
    ("array, bounded", "bounded --property assert", big_array(100000)),
    ("40000 statements", "auto", statements(40000)),
    ("40000 statements, modular", "modular", statements(40000)),
    ("parentheses", "auto", nested("(", ")", 100000)),
    ("minus signs", "auto", nested("- ", "", 100000)),
    ("braces", "auto", "int main(void) {" + "{" * 100000 + "}" * 100000 + " return 0; }\n"),
    ("switch of 20000", "auto", switches(20000)),
    ("struct of 1 GB", "auto", structs(30)),
    ("factors", "bounded", hard_sums(18446743979220271189)),
    ("include of /dev/zero", "auto", '#include "/dev/zero"\nint main(void) { return 0; }\n'),
]
