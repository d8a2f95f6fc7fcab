// The generator of the sequential programs. Expressions read only and may overflow (the machine wraps);
// divisors, shift counts, indices and conversions from floats are kept in range.
#include "sequential.h"

#include <fmt/format.h>

namespace heddle::random {
namespace {

const char* const watched[] = {"i8",
                               "u8",
                               "i16",
                               "u16",
                               "i32",
                               "u32",
                               "i64",
                               "u64",
                               "flag",
                               "ch",
                               "col",
                               "arr[0]",
                               "arr[1]",
                               "arr[2]",
                               "arr[3]",
                               "arr[4]",
                               "bytes[0]",
                               "bytes[3]",
                               "bytes[7]",
                               "bytes[12]",
                               "matrix[0][0]",
                               "matrix[0][2]",
                               "matrix[1][1]",
                               "matrix[1][2]",
                               "so.b0",
                               "so.b1",
                               "so.b2",
                               "so.b3",
                               "so.in[0].c",
                               "so.in[0].w",
                               "so.in[0].h[1]",
                               "so.in[1].w",
                               "so.in[1].h[2]",
                               "sp.b1",
                               "sp.b2",
                               "sp.in[1].c",
                               "sp.in[0].h[2]",
                               "un.w",
                               "ptr - arr",
                               "*ptr",
                               "heap[0].w",
                               "heap[1].h[0]",
                               "heap[1].c"};
const char* const watchedFloats[] = {"f32", "f64", "so.f", "sp.f"};

class SequentialGenerator {
public:
  explicit SequentialGenerator(uint64_t seed) : dice_(seed) {}

  SequentialProgram run(uint64_t seed) {
    SequentialProgram p{seed, {}};
    const int count = 6 + dice_.below(14);
    for (int i = 0; i < count; ++i) p.statements.push_back(statement());
    return p;
  }

private:
  template <size_t N>
  std::string oneOf(const char* const (&list)[N]) {
    return list[dice_.below(static_cast<int>(N))];
  }

  std::string integerPlace() {
    static const char* const scalars[] = {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "ch"};
    static const char* const places[] = {"flag",       "so.b0",     "so.b1",    "so.b2", "so.b3",
                                         "sp.b1",      "un.w",      "un.h",     "*ptr",  "so.in[1].w",
                                         "sp.in[0].c", "heap[1].w", "heap[0].c"};
    switch (dice_.below(8)) {
    case 0:
    case 1:
    case 2:
      return oneOf(scalars);
    case 3:
      return fmt::format("arr[{}]", index(5));
    case 4:
      return fmt::format("bytes[{}]", index(16));
    case 5:
      return fmt::format("matrix[{}][{}]", index(2), index(3));
    case 6:
      return dice_.chance(50) ? fmt::format("un.b[{}]", index(8))
                              : fmt::format("so.in[{}].h[{}]", index(2), index(3));
    default:
      return oneOf(places);
    }
  }

  std::string index(int size) {
    return dice_.chance(70) ? std::to_string(dice_.below(size))
                            : fmt::format("(unsigned)({}) % {}u", variable(), size);
  }

  std::string variable() {
    static const char* const simple[] = {"i8",  "u8",  "i16", "u16",  "i32",     "u32",
                                         "i64", "u64", "ch",  "flag", "(int)col"};
    return oneOf(simple);
  }

  std::string constant() {
    static const char* const values[] = {"0",           "1",          "-1",         "2",
                                         "7",           "127",        "-128",       "255u",
                                         "256",         "65535",      "0x7fffffff", "0x80000000u",
                                         "-2147483647", "4294967296", "-1ll",       "0x8000000000000000u",
                                         "'x'"};
    return oneOf(values);
  }

  std::string type() {
    static const char* const types[] = {"int8_t",  "uint8_t",  "int16_t", "uint16_t", "int32_t", "uint32_t",
                                        "int64_t", "uint64_t", "_Bool",   "char",     "color"};
    return oneOf(types);
  }

  std::string expr(int depth) {
    if (depth >= 3 || dice_.chance(25)) return dice_.chance(75) ? integerPlace() : constant();
    const auto sub = [&] { return expr(depth + 1); };
    static const char* const arithmetic[] = {"+", "-", "*", "&", "|", "^"};
    static const char* const tests[] = {"==", "!=", "<", "<=", ">", ">=", "&&", "||"};
    static const char* const unary[] = {"-", "~", "!", "+"};
    switch (dice_.below(12)) {
    case 0:
    case 1:
    case 2:
      return fmt::format("({} {} {})", sub(), oneOf(arithmetic), sub());
    case 3:
      return fmt::format("({} {} {})", sub(), oneOf(tests), sub());
    case 4:
      return fmt::format("{}({})", oneOf(unary), sub());
    case 5:
      return fmt::format("({})({})", type(), sub());
    case 6:
      return fmt::format("(({}) {} ({} & 7))", sub(), dice_.chance(50) ? "<<" : ">>", variable());
    case 7:
      return division();
    case 8:
      return fmt::format("({} ? {} : {})", sub(), sub(), sub());
    case 9:
      return call(depth);
    case 10:
      return fmt::format("small({})", floatExpr(depth + 1));
    default:
      return fmt::format("({} {} {})", floatExpr(depth + 1),
                         dice_.chance(50) ? "<" : "==", floatExpr(depth + 1));
    }
  }

  std::string division() {
    const std::string divisor = integerPlace();
    return fmt::format("({0} > 0 ? ({1}) {2} {0} : {3})", divisor, expr(2), dice_.chance(50) ? "/" : "%",
                       constant());
  }

  std::string call(int depth) {
    const auto sub = [&] { return expr(depth + 1); };
    switch (dice_.below(12)) {
    case 0:
      return fmt::format("table[{} & 3]({}, {})", variable(), sub(), sub());
    case 1:
      return fmt::format("classify({})", sub());
    case 2:
      return fmt::format("depth({} & 3)", variable());
    case 3:
      return fmt::format("vla({} & 3)", variable());
    case 4:
      return fmt::format("fold(2, (uint64_t)({}), (uint64_t)({}))", sub(), sub());
    case 5:
      return fmt::format("collatz({} & 15)", variable());
    case 6:
      return fmt::format("bump(so.in[{}], {}).w", index(2), sub());
    case 7:
      return fmt::format("turn(so).in[{}].h[1]", index(2));
    case 8:
      return fmt::format("(memcmp(bytes, bytes + {}, 3) > 0)", index(8));
    case 9:
      return fmt::format("__builtin_popcount({})", sub());
    case 10:
      return "sizeof(struct outer)";
    default:
      return fmt::format("(int)strlen(\"pick{}\" + ({} & 3))", dice_.below(100), variable());
    }
  }

  std::string floatExpr(int depth) {
    static const char* const values[] = {"f32", "f64",  "so.f",  "sp.f", "0.1f",
                                         "0.1", "1e10", "-3.75", "1e-3f"};
    static const char* const ops[] = {"+", "-", "*", "/"};
    if (depth >= 3 || dice_.chance(40)) return oneOf(values);
    switch (dice_.below(5)) {
    case 0:
      return fmt::format("(double)({})", expr(depth + 1));
    case 1:
      return fmt::format("(float)({})", expr(depth + 1));
    case 2:
      return fmt::format("-({})", floatExpr(depth + 1));
    default:
      return fmt::format("({} {} {})", floatExpr(depth + 1), oneOf(ops), floatExpr(depth + 1));
    }
  }

  std::string statement() {
    static const char* const assignments[] = {"=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^="};
    switch (dice_.below(14)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return fmt::format("{} {} {};", integerPlace(), oneOf(assignments), expr(0));
    case 4:
      return fmt::format("{} {} ({} & 7);", integerPlace(), dice_.chance(50) ? "<<=" : ">>=", variable());
    case 5:
      return dice_.chance(50) ? fmt::format("f32 = tame32({});", floatExpr(0))
                              : fmt::format("f64 = tame64({});", floatExpr(0));
    case 6:
      return step();
    case 7:
      return aggregate();
    case 8:
      return memory();
    case 9:
      return fmt::format("for (int i = 0; i < {}; i++) {{ {} += i; {} }}", 1 + dice_.below(3), integerPlace(),
                         inner());
    case 10:
      return fmt::format("if ({}) {{ {} }} else {{ {} }}", expr(1), inner(), inner());
    case 11:
      return fmt::format("ptr = &arr[{}];", index(5));
    case 12:
      return atomic();
    default:
      return fmt::format("{{ unsigned t = tick(); {} ^= t; }}", integerPlace());
    }
  }

  std::string inner() { return fmt::format("{} = {};", integerPlace(), expr(1)); }

  std::string step() {
    static const char* const forms[] = {"({})++", "--({})", "({})--", "++({})"};
    const std::string changed = fmt::format(fmt::runtime(forms[dice_.below(4)]), integerPlace());
    return fmt::format("{{ int64_t t = {}; {} = t; }}", changed, integerPlace());
  }

  std::string aggregate() {
    static const char* const forms[] = {"so = turn(so);",
                                        "sp = so;",
                                        "so.in[0] = heap[1];",
                                        "heap[0] = bump(heap[1], u8);",
                                        "sp = (struct outer){.b1 = 5, .in = {[1] = {.c = 9}}};",
                                        "heap[1] = so.in[1];",
                                        "un = (union word){.w = u64};",
                                        "so.f = tame32(so.f * 3);",
                                        "sp.in[1] = bump(sp.in[0], u16);"};
    return oneOf(forms);
  }

  std::string memory() {
    switch (dice_.below(7)) {
    case 0:
      return fmt::format("memset(bytes + {}, {}, {});", dice_.below(8), expr(2), 1 + dice_.below(7));
    case 1:
      return fmt::format("memmove(bytes + {}, bytes + {}, {});", dice_.below(8), dice_.below(8),
                         1 + dice_.below(7));
    case 2:
      return fmt::format("memcpy(&un, bytes + {}, sizeof un);", dice_.below(8));
    case 3:
      return fmt::format("memcpy(&heap[{}], &so.in[{}], sizeof heap[0]);", dice_.below(2), dice_.below(2));
    case 4:
      return fmt::format("strcpy((char *)bytes + {}, \"weft\");", dice_.below(10));
    case 5:
      return "{ struct inner *n = malloc(sizeof *n * 2); n[0] = heap[1]; n[1] = heap[0]; free(heap); heap = "
             "n; }";
    default:
      return "heap = realloc(heap, 3 * sizeof *heap);";
    }
  }

  std::string atomic() {
    static const char* const widths[] = {"u8", "i16", "u32", "i64", "u64", "i32"};
    const std::string v = oneOf(widths), e = expr(1);
    switch (dice_.below(6)) {
    case 0:
      return fmt::format("i64 = __atomic_fetch_add(&{}, {}, __ATOMIC_SEQ_CST);", v, e);
    case 1:
      return fmt::format("u64 = __sync_sub_and_fetch(&{}, {});", v, e);
    case 2:
      return fmt::format("u32 = __atomic_exchange_n(&{}, {}, __ATOMIC_SEQ_CST);", v, e);
    case 3:
      return fmt::format("flag = __sync_bool_compare_and_swap(&{0}, {0} & ~1, {1});", v, e);
    case 4:
      return fmt::format("i32 = __atomic_nand_fetch(&{}, {}, __ATOMIC_SEQ_CST);", v, e);
    default:
      return fmt::format("u16 = __atomic_xor_fetch(&{}, {}, __ATOMIC_SEQ_CST);", v, e);
    }
  }

  Dice dice_;
};

std::string body(const SequentialProgram& p) {
  std::string text = "int main(void) {\n  heap = calloc(2, sizeof *heap);\n";
  for (const std::string& s : p.statements) text += "  " + s + "\n";
  return text;
}

// Every watched value as an unsigned number, floats by their bits.
std::vector<std::string> watchedValues() {
  std::vector<std::string> all;
  for (const char* w : watched) all.push_back(fmt::format("(uint64_t)({})", w));
  for (const char* w : watchedFloats) all.push_back(fmt::format("bits({})", w));
  return all;
}

} // namespace

SequentialProgram generateSequential(uint64_t seed) { return SequentialGenerator(seed).run(seed); }

std::string printNative(const SequentialProgram& p) {
  std::string text = "#include <stdio.h>\n#include \"sequential_prelude.h\"\n" + body(p);
  for (const std::string& v : watchedValues())
    text += fmt::format("  printf(\"%llu\\n\", (unsigned long long){});\n", v);
  return text + "  return 0;\n}\n";
}

namespace {

std::string checkHead(const SequentialProgram& p) {
  return fmt::format("// seed: {}\n#include \"sequential_prelude.h\"\nextern void reach_error(void);\n",
                     p.seed) +
         body(p);
}

} // namespace

std::string printAgree(const SequentialProgram& p, const std::vector<std::string>& values) {
  std::string text = checkHead(p) + "  int same = 1;\n";
  const std::vector<std::string> all = watchedValues();
  for (size_t i = 0; i < all.size(); ++i) text += fmt::format("  same &= {} == {}u;\n", all[i], values.at(i));
  return text + "  if (same) reach_error();\n  return 0;\n}\n";
}

std::string printDiffer(const SequentialProgram& p, const std::vector<std::string>& values) {
  std::string text = checkHead(p);
  const std::vector<std::string> all = watchedValues();
  for (size_t i = 0; i < all.size(); ++i)
    text += fmt::format("  if ({} != {}u) reach_error();\n", all[i], values.at(i));
  return text + "  return 0;\n}\n";
}

} // namespace heddle::random
