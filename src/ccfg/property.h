// What can be asked of a program.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::ccfg {

enum class Property : uint8_t { Assert, Race, Deadlock, LockMisuse, Atomicity, Memory, Overflow };

inline constexpr std::array<Property, 7> allProperties = {
    Property::Assert,    Property::Race,   Property::Deadlock, Property::LockMisuse,
    Property::Atomicity, Property::Memory, Property::Overflow};

std::string_view propertyName(Property p); // "assert", "race", "lock-misuse", ...
std::optional<Property> propertyFromName(std::string_view name);

class PropertySet {
public:
  PropertySet() = default;
  static PropertySet defaults(); // what is checked if nothing is said

  void add(Property p) { bits_ |= bit(p); }
  void remove(Property p) { bits_ &= static_cast<uint8_t>(~bit(p)); }
  bool has(Property p) const { return (bits_ & bit(p)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool operator==(const PropertySet&) const = default;
  std::string toString() const; // "assert,race"

private:
  static uint8_t bit(Property p) { return static_cast<uint8_t>(1u << static_cast<unsigned>(p)); }
  uint8_t bits_ = 0;
};

} // namespace heddle::ccfg
