// Naming bytes and values by their C types, for reports.
#include "ccfg/type.h"

#include "logic/eval.h"

#include <fmt/format.h>

#include <bit>

namespace heddle::ccfg {

namespace {

struct Place {
  std::string path; // ".next[3]"
  TypeRef type;
  uint64_t offset; // left over inside `type`
};

// Goes down from `type` as long as one member holds all `bytes` bytes at `offset`.
Place descend(TypeRef type, uint64_t offset, uint64_t bytes) {
  Place p{"", std::move(type), offset};
  while (p.type) {
    if (p.type->kind == Type::Kind::Array && p.type->element && p.type->element->size > 0) {
      const uint64_t size = p.type->element->size, index = p.offset / size;
      if (p.offset % size + bytes > size || (p.offset == 0 && bytes == p.type->size && p.type->count != 1))
        return p;
      p = {fmt::format("{}[{}]", p.path, index), p.type->element, p.offset % size};
      continue;
    }
    const Type::Field* inside = nullptr;
    for (const Type::Field& f : p.type->fields) {
      if (!f.type || f.offset > p.offset || p.offset + bytes > f.offset + f.type->size) continue;
      // Of a union's members, one of just the size that was accessed tells most.
      if (inside == nullptr || (inside->type->size != bytes && f.type->size == bytes)) inside = &f;
    }
    if (inside == nullptr) return p;
    std::string name =
        inside->name.empty() ? "" : "." + inside->name; // anonymous members have no name in C either
    p = {p.path + name, inside->type, p.offset - inside->offset};
  }
  return p;
}

bool isScalar(const Type& t) {
  return t.kind != Type::Kind::Struct && t.kind != Type::Kind::Union && t.kind != Type::Kind::Array &&
         t.kind != Type::Kind::Opaque;
}

std::string formatChar(uint64_t value, unsigned width) {
  const int64_t v = logic::signedOf(value, width);
  switch (v) {
  case '\n':
    return "'\\n'";
  case '\t':
    return "'\\t'";
  case '\0':
    return "'\\0'";
  case '\'':
    return "'\\''";
  case '\\':
    return "'\\\\'";
  default:
    return v >= 32 && v < 127 ? fmt::format("'{}'", static_cast<char>(v)) : fmt::format("{}", v);
  }
}

std::string formatEnum(const Type& type, uint64_t value, unsigned width) {
  for (const Type::Enumerator& e : type.enumerators)
    if (logic::truncateTo(static_cast<uint64_t>(e.value), width) == value) return e.name;
  return fmt::format("{}", logic::signedOf(value, width));
}

std::string formatFloat(uint64_t value, unsigned width) {
  if (width == 32) return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(value)));
  if (width == 64) return fmt::format("{}", std::bit_cast<double>(value));
  return fmt::format("{:#x}", value);
}

} // namespace

std::string cellName(const std::string& objectName, const TypeRef& type, uint64_t offset, uint64_t bytes) {
  Place p = descend(type, offset, bytes);
  std::string name = objectName + p.path;
  const bool whole = p.offset == 0 && (!p.type || bytes == p.type->size || isScalar(*p.type));
  // A part of a scalar, or bytes of a structure that fit no member. Without a type the object itself is the
  // best name.
  return whole || (p.offset == 0 && p.path.empty()) ? name : fmt::format("{}+{}", name, p.offset);
}

std::string behindPointer(const std::string& pointer, const std::string& path) {
  if (path.empty()) return "*" + pointer;
  return path[0] == '.' ? pointer + "->" + path.substr(1) : pointer + path;
}

TypeRef scalarAt(const TypeRef& type, uint64_t offset, uint64_t bytes) {
  Place p = descend(type, offset, bytes);
  return p.type && p.offset == 0 && p.type->size == bytes && isScalar(*p.type) ? p.type : nullptr;
}

std::string formatValue(const TypeRef& type, uint64_t value, unsigned width) {
  value = logic::truncateTo(value, width);
  switch (type ? type->kind : Type::Kind::Signed) {
  case Type::Kind::Unsigned:
    return fmt::format("{}", value);
  case Type::Kind::Bool:
    return value == 0 ? "false" : value == 1 ? "true" : fmt::format("{}", value);
  case Type::Kind::Char:
    return formatChar(value, width);
  case Type::Kind::Float:
    return formatFloat(value, width);
  case Type::Kind::Enum:
    return formatEnum(*type, value, width);
  case Type::Kind::Pointer:
    return value == 0 ? "NULL" : fmt::format("{:#x}", value);
  default:
    return fmt::format("{}", logic::signedOf(value, width));
  }
}

} // namespace heddle::ccfg
