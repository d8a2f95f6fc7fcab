// C types, as far as a report needs them: to name the bytes of an object (`queue.items[3].next`) and to print
// a value as the programmer would write it. No engine decides anything by them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace heddle::ccfg {

struct Type;
using TypeRef = std::shared_ptr<const Type>; // null: unknown

struct Type {
  // clang-format off
  enum class Kind : uint8_t { Signed, Unsigned, Bool, Char, Float, Enum, Pointer, Struct, Union, Array, Opaque };
  // clang-format on

  struct Field {
    std::string name;
    uint64_t offset; // bytes
    TypeRef type;
  };
  struct Enumerator {
    std::string name;
    int64_t value;
  };

  Kind kind = Kind::Opaque;
  uint64_t size = 0;                   // bytes
  std::string name;                    // C name, e.g. "struct node"
  std::vector<Field> fields;           // Struct, Union
  std::vector<Enumerator> enumerators; // Enum
  TypeRef element;                     // Array
  uint64_t count = 0;                  // Array
};

// "x", "x.next", "x[3].f"; falls back to "x+12" where the type does not tell.
std::string cellName(const std::string& objectName, const TypeRef& type, uint64_t offset, uint64_t bytes);

// The same where a pointer leads to the bytes: `path` is ".next", "[3].f", "+12" or nothing.
std::string behindPointer(const std::string& pointer, const std::string& path);

// The type of the scalar at this offset, or null.
TypeRef scalarAt(const TypeRef& type, uint64_t offset, uint64_t bytes);

// The value as C would show it: -1, 255u is "255", 'a', true, RED, 0x...; null type: signed decimal.
std::string formatValue(const TypeRef& type, uint64_t value, unsigned width);

} // namespace heddle::ccfg
