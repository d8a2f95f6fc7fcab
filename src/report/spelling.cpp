// See spelling.h.
#include "report/spelling.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {

using ccfg::Type;
using ccfg::TypeRef;

namespace {

// Types whose inside is nobody's business: a report speaks of the mutex, not of a word in it.
bool isPrimitive(const Type& type) {
  for (const char* prefix : {"pthread_", "sem_t", "mtx_t", "cnd_t", "once_flag", "tss_t", "thrd_t"})
    if (type.name.starts_with(prefix)) return true;
  return false;
}

// Follows fields and elements down to the primitive or the scalar that begins at the offset.
std::string pathTo(const TypeRef& type, uint64_t offset) {
  if (!type || isPrimitive(*type)) return offset == 0 ? "" : fmt::format("+{}", offset);
  if (type->kind == Type::Kind::Array && type->element && type->element->size > 0) {
    const uint64_t size = type->element->size;
    return fmt::format("[{}]", offset / size) + pathTo(type->element, offset % size);
  }
  if (type->kind == Type::Kind::Struct)
    for (const Type::Field& field : type->fields)
      if (field.type && offset >= field.offset && offset < field.offset + field.type->size)
        return "." + field.name + pathTo(field.type, offset - field.offset);
  return offset == 0 ? "" : fmt::format("+{}", offset);
}

// The front end names locals `variable@function`.
std::string baseName(const std::string& name) { return name.substr(0, name.find('@')); }

} // namespace

Names::Names(const interp::Code& code) : code_(code) {
  for (const ccfg::Object& object : code.program().objects) ++sameName_[baseName(object.name)];
}

uint32_t Names::number(uint32_t instance) const {
  const auto found = numbers_.find(instance);
  return found == numbers_.end() ? instance : found->second;
}

std::string Names::thread(uint32_t instance) const { return fmt::format("thread {}", number(instance)); }

bool Names::isLocal(ccfg::ObjectId object) const {
  const ccfg::Object& o = code_.program().objects[object];
  return o.kind == ccfg::ObjectKind::Local || o.name.find('@') != std::string::npos;
}

Names::Place Names::placeOf(const interp::StateView& state, uint64_t address) const {
  const interp::Layout& layout = code_.layout();
  const ccfg::ObjectId object = layout.staticAt(address);
  if (object != ccfg::none) return {object, layout.address(object), address - layout.address(object)};
  const uint32_t dynamic = state.findObject(address);
  if (dynamic == ccfg::none) return {};
  const interp::ObjectEntry entry = state.object(dynamic);
  const uint64_t base = static_cast<uint64_t>(entry.slot) << layout.shift();
  return {entry.site, base, address - base};
}

std::string Names::objectName(const Place& place) {
  const ccfg::Object& object = code_.program().objects[place.object];
  const std::string base = object.pointer.empty() ? baseName(object.name) : object.pointer;
  const std::string& name = !object.pointer.empty() || sameName_[base] == 1 ? base : object.name;
  if (object.kind != ccfg::ObjectKind::Heap && object.kind != ccfg::ObjectKind::Local) return name;
  std::vector<uint64_t>& bases = instances_[name];
  auto known = std::find(bases.begin(), bases.end(), place.base);
  if (known == bases.end()) known = bases.insert(bases.end(), place.base);
  const auto ordinal = known - bases.begin() + 1;
  return ordinal == 1 ? name : fmt::format("{}#{}", name, ordinal);
}

std::string Names::cell(const interp::StateView& state, uint64_t address, uint64_t bytes) {
  const Place place = placeOf(state, address);
  if (place.object == ccfg::none) return fmt::format("*{:#x}", address);
  return ccfg::partOf(code_.program().objects[place.object], objectName(place), place.offset, bytes);
}

std::string Names::thing(const interp::StateView& state, uint64_t address) {
  const Place place = placeOf(state, address);
  if (place.object == ccfg::none) return fmt::format("{:#x}", address);
  const ccfg::Object& object = code_.program().objects[place.object];
  const std::string path = pathTo(object.type, place.offset);
  if (object.pointer.empty()) return objectName(place) + path;
  // The block as a whole, or the first thing in it: a lock that a structure begins with has its own name.
  return ccfg::behindPointer(objectName(place), path);
}

std::string Names::whole(const interp::StateView& state, uint64_t address) {
  const Place place = placeOf(state, address);
  if (place.object == ccfg::none) return fmt::format("{:#x}", address);
  const bool isNamed = code_.program().objects[place.object].pointer.empty();
  return isNamed ? objectName(place) : ccfg::behindPointer(objectName(place), "");
}

std::string Names::value(const interp::StateView& state, uint64_t address, uint64_t bytes, uint64_t number) {
  const Place place = placeOf(state, address);
  TypeRef type;
  if (place.object != ccfg::none)
    type = ccfg::scalarAt(code_.program().objects[place.object].type, place.offset, bytes);
  return valueOfType(state, type, number, static_cast<unsigned>(8 * bytes));
}

std::string Names::valueOfType(const interp::StateView& state, const TypeRef& type, uint64_t number,
                               unsigned width) {
  if (width == 1) return std::to_string(number);
  const bool pointer = type && type->kind == Type::Kind::Pointer;
  if (pointer && number == 0) return "NULL";
  // A number as large as an address is one, whatever its type says.
  if (width == code_.program().pointerWidth() && (pointer || !type)) {
    const Place place = placeOf(state, number);
    if (place.object != ccfg::none) {
      const bool isBlock = place.offset == 0 && !code_.program().objects[place.object].pointer.empty();
      return "&" + (isBlock ? whole(state, number) : thing(state, number));
    }
  }
  return ccfg::formatValue(type, number, width);
}

std::optional<uint64_t> Names::peek(const interp::StateView& state, uint64_t address, uint64_t bytes) const {
  if (bytes == 0 || bytes > 8) return std::nullopt;
  const interp::Layout& layout = code_.layout();
  const uint8_t *data = nullptr, *mask = nullptr; // mask: a bit for each byte of the object that was written
  uint64_t offset = 0;
  if (const ccfg::ObjectId object = layout.staticAt(address); object != ccfg::none) {
    const interp::StaticObject& place = layout.object(object);
    offset = address - place.base;
    if (place.memory == ccfg::none || offset + bytes > place.size) return std::nullopt;
    data = (place.readOnly ? layout.constants().data() : state.at(0)) + place.memory + offset;
    if (place.initialised != ccfg::none) mask = state.at(place.initialised);
  } else if (const uint32_t dynamic = state.findObject(address); dynamic != ccfg::none) {
    const interp::ObjectEntry entry = state.object(dynamic);
    offset = address - (static_cast<uint64_t>(entry.slot) << layout.shift());
    if (entry.isFreed() || offset + bytes > entry.size) return std::nullopt;
    data = state.objectData(dynamic) + offset;
    if (entry.isMasked()) mask = state.objectData(dynamic) + entry.size;
  } else {
    return std::nullopt;
  }
  uint64_t number = 0;
  for (uint64_t i = 0; i < bytes; ++i) {
    if (mask != nullptr && (mask[(offset + i) / 8] >> (offset + i) % 8 & 1) == 0) return std::nullopt;
    number |= static_cast<uint64_t>(data[i]) << (8 * i);
  }
  return number;
}

} // namespace heddle::report
