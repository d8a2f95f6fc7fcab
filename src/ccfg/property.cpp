// Names of properties, and sets of them.
#include "ccfg/property.h"

namespace heddle::ccfg {

std::string_view propertyName(Property p) {
  switch (p) {
  case Property::Assert:
    return "assert";
  case Property::Race:
    return "race";
  case Property::Deadlock:
    return "deadlock";
  case Property::LockMisuse:
    return "lock-misuse";
  case Property::Atomicity:
    return "atomicity";
  case Property::Memory:
    return "memory";
  case Property::Overflow:
    return "overflow";
  }
  return "?";
}

std::optional<Property> propertyFromName(std::string_view name) {
  for (Property p : allProperties)
    if (propertyName(p) == name) return p;
  return std::nullopt;
}

PropertySet PropertySet::defaults() {
  PropertySet s;
  for (Property p :
       {Property::Assert, Property::Race, Property::Deadlock, Property::LockMisuse, Property::Memory})
    s.add(p);
  return s;
}

std::string PropertySet::toString() const {
  std::string text;
  for (Property p : allProperties)
    if (has(p)) text += (text.empty() ? "" : ",") + std::string(propertyName(p));
  return text;
}

} // namespace heddle::ccfg
