// Naming bytes and values by C types.
#include "ccfg/type.h"

#include <gtest/gtest.h>

namespace heddle::ccfg {
namespace {

TypeRef scalar(Type::Kind kind, uint64_t size, const char* name) {
  Type t;
  t.kind = kind;
  t.size = size;
  t.name = name;
  return std::make_shared<Type>(t);
}

TypeRef arrayOf(TypeRef element, uint64_t count) {
  Type t;
  t.kind = Type::Kind::Array;
  t.size = element->size * count;
  t.element = std::move(element);
  t.count = count;
  return std::make_shared<Type>(t);
}

TypeRef record(Type::Kind kind, uint64_t size, std::vector<Type::Field> fields) {
  Type t;
  t.kind = kind;
  t.size = size;
  t.fields = std::move(fields);
  return std::make_shared<Type>(t);
}

const TypeRef intType = scalar(Type::Kind::Signed, 4, "int");
const TypeRef charType = scalar(Type::Kind::Char, 1, "char");

TEST(TypeTest, CellNames) {
  const TypeRef node =
      record(Type::Kind::Struct, 12, {{"value", 0, intType}, {"name", 4, arrayOf(charType, 4)}});
  const TypeRef queue =
      record(Type::Kind::Struct, 40, {{"count", 0, intType}, {"items", 4, arrayOf(node, 3)}});
  EXPECT_EQ(cellName("x", intType, 0, 4), "x");
  EXPECT_EQ(cellName("a", arrayOf(intType, 5), 12, 4), "a[3]");
  EXPECT_EQ(cellName("m", arrayOf(arrayOf(intType, 3), 2), 20, 4), "m[1][2]");
  EXPECT_EQ(cellName("q", queue, 0, 4), "q.count");
  EXPECT_EQ(cellName("q", queue, 28, 4), "q.items[2].value");
  EXPECT_EQ(cellName("q", queue, 21, 1), "q.items[1].name[1]");
  EXPECT_EQ(cellName("q", queue, 32, 4), "q.items[2].name");
  EXPECT_EQ(cellName("q", queue, 33, 2), "q.items[2].name+1");
  EXPECT_EQ(cellName("q", queue, 36, 4), "q.items[2]+8"); // padding
  EXPECT_EQ(cellName("x", intType, 2, 1), "x+2");
  EXPECT_EQ(cellName("x", nullptr, 12, 4), "x+12");
  EXPECT_EQ(cellName("x", nullptr, 0, 4), "x");
}

TEST(TypeTest, UnionsShowTheMemberOfTheAccessedSize) {
  const TypeRef u = record(Type::Kind::Union, 4, {{"bytes", 0, arrayOf(charType, 4)}, {"word", 0, intType}});
  EXPECT_EQ(cellName("u", u, 1, 1), "u.bytes[1]");
  const TypeRef flags = record(Type::Kind::Union, 4, {{"all", 0, intType}, {"low", 0, charType}});
  EXPECT_EQ(cellName("f", flags, 0, 1), "f.low");
  EXPECT_EQ(cellName("f", flags, 0, 4), "f.all");
}

TEST(TypeTest, AnonymousMembersHaveNoName) {
  const TypeRef inner = record(Type::Kind::Struct, 8, {{"a", 0, intType}, {"b", 4, intType}});
  EXPECT_EQ(cellName("s", record(Type::Kind::Struct, 8, {{"", 0, inner}}), 4, 4), "s.b");
}

TEST(TypeTest, ScalarAt) {
  const TypeRef a = arrayOf(intType, 5);
  EXPECT_EQ(scalarAt(a, 8, 4), intType);
  EXPECT_EQ(scalarAt(a, 9, 1), nullptr);
  EXPECT_EQ(scalarAt(a, 0, 8), nullptr);
  EXPECT_EQ(scalarAt(nullptr, 0, 4), nullptr);
}

TEST(TypeTest, Values) {
  EXPECT_EQ(formatValue(intType, 0xffffffff, 32), "-1");
  EXPECT_EQ(formatValue(nullptr, 0xff, 8), "-1");
  EXPECT_EQ(formatValue(scalar(Type::Kind::Unsigned, 4, "unsigned"), 0xffffffff, 32), "4294967295");
  EXPECT_EQ(formatValue(charType, 'a', 8), "'a'");
  EXPECT_EQ(formatValue(charType, '\n', 8), "'\\n'");
  EXPECT_EQ(formatValue(charType, 200, 8), "-56");
  EXPECT_EQ(formatValue(scalar(Type::Kind::Bool, 1, "_Bool"), 1, 8), "true");
  EXPECT_EQ(formatValue(scalar(Type::Kind::Pointer, 8, "int *"), 0, 64), "NULL");
  EXPECT_EQ(formatValue(scalar(Type::Kind::Pointer, 8, "int *"), 0x100000004, 64), "0x100000004");
  EXPECT_EQ(formatValue(scalar(Type::Kind::Float, 4, "float"), 0x3fc00000, 32), "1.5");
  Type color;
  color.kind = Type::Kind::Enum;
  color.size = 4;
  color.enumerators = {{"RED", 0}, {"GREEN", -1}};
  const TypeRef ref = std::make_shared<Type>(color);
  EXPECT_EQ(formatValue(ref, 0xffffffff, 32), "GREEN");
  EXPECT_EQ(formatValue(ref, 7, 32), "7");
}

} // namespace
} // namespace heddle::ccfg
