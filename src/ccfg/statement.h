// The C statements that a program was made from: where they stand in the user's files, byte by byte, so that
// a tool can show or change them. Positions (SourcePos) are what the user is told, and `#line` changes them;
// extents are those of the file on the disk.
//
// Rows are numbered as they stand in the source, a statement before its parts. A control statement has rows
// for itself, for the expressions of its head and for the statements under it; an operation belongs to the
// innermost row that executes as one unit (isUnit). sourcetree/ makes the table.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::ccfg {

using StatementId = uint32_t; // index into Program::statements; 0: none is known

enum class StatementKind : uint8_t {
  Expression,  // `x = 1;`
  Declaration, // `int x = 1;`
  Return,
  Jump, // goto, break, continue
  Assembler,
  Condition, // what if, while, do, for or switch decide by
  Init,      // the first part of the head of a `for`
  Step,      // the last part
  Compound,  // `{ ... }`: this and what follows is made of others
  If,
  While,
  Do,
  For,
  Switch,
  Label, // a label, also `case 1:`, with the statement behind it
  Empty,
};

struct Statement {
  StatementKind kind = StatementKind::Empty;
  uint32_t file = 0;           // index into Program::files: the file as it was opened
  uint64_t begin = 0, end = 0; // bytes of the file, the second excluded; with the `;` that ends the statement
  std::string function;
  StatementId parent = 0; // the innermost statement around it; 0: it is the function's body
  // It comes from a macro's body. The extent is that of the macro's use, which may hold other statements too.
  bool macro = false;

  bool operator==(const Statement&) const = default;
};

inline bool isUnit(StatementKind k) { return k <= StatementKind::Step; }

} // namespace heddle::ccfg
