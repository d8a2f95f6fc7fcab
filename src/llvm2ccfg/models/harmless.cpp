// Library functions without a model that touch no memory of the program, call nothing and return.

#include "llvm2ccfg/models/models.h"

#include <set>

namespace heddle::llvm2ccfg {

bool isHarmlessFunction(const std::string& name) {
  static const std::set<std::string> mathematics = {
      "acos",     "acosh",     "asin",    "asinh",     "atan",   "atan2",      "atanh",  "cbrt",  "ceil",
      "copysign", "cos",       "cosh",    "erf",       "erfc",   "exp",        "exp2",   "expm1", "fabs",
      "fdim",     "floor",     "fma",     "fmax",      "fmin",   "fmod",       "hypot",  "ilogb", "ldexp",
      "lgamma",   "llrint",    "llround", "log",       "log10",  "log1p",      "log2",   "logb",  "lrint",
      "lround",   "nearbyint", "pow",     "remainder", "rint",   "round",      "scalbn", "sin",   "sinh",
      "sqrt",     "tan",       "tanh",    "tgamma",    "trunc",  "nexttoward", "cabs",   "cacos", "cacosh",
      "carg",     "casin",     "casinh",  "catan",     "catanh", "ccos",       "ccosh",  "cexp",  "clog",
      "cpow",     "cproj",     "csin",    "csinh",     "csqrt",  "ctan",       "ctanh"};
  static const std::set<std::string> others = {"getpriority", "setpriority", "nice",   "umask",  "getpgrp",
                                               "getsid",      "getpgid",     "setsid", "tcdrain"};
  if (others.contains(name) || mathematics.contains(name)) return true;
  return !name.empty() && (name.back() == 'f' || name.back() == 'l') &&
         mathematics.contains(name.substr(0, name.size() - 1));
}

} // namespace heddle::llvm2ccfg
