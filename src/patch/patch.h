// Repairs as C source: puts locks around statements of the user's files, so that the result reads as if a
// careful person had written it.
//
// `apply` takes sections as statements of the program's table (ccfg/statement.h), and gives the new text of
// each file that changes with a unified diff. It writes nothing: the result can be compiled from memory
// (FrontendOptions::overlay) and checked before it is shown, and write.h puts it on the disk.
//
// Vechev, Yahav, Yorsh 2012, section 4.2: the last step of `implement`. What must be inside which section is
// the business of whoever asks; what makes a section of C is done here: exits out of it, conditions, braces,
// where the mutex lives, existing critical sections of the same mutex.
#pragma once

#include "ccfg/program.h"
#include "llvm2ccfg/frontend.h"
#include "support/error.h"

#include <map>
#include <string>
#include <vector>

namespace heddle::patch {

// From one statement to another of the same compound statement, in the order of the text; or one that stands
// alone. One unit of a head (Condition, Init, Step) is a section too, with first == last; and a section may
// end with the condition of an `if` or `switch` behind its first statement. Sections of one lock may overlap
// or contain each other: they become one.
struct Section {
  ccfg::StatementId first = 0, last = 0;
};

struct Lock {
  std::vector<Section> sections;
  std::string existing; // the C expression of a mutex that is in scope at all of them; empty: a new mutex
  std::string name;     // of the new mutex, with a number behind it if it is taken; empty: heddle_lock
};

enum class Style {
  Mutex,         // pthread_mutex_t, or mtx_t if the program uses <threads.h> and not <pthread.h>
  AtomicMarkers, // __VERIFIER_atomic_begin and _end; of a lock only the sections matter
};

struct Request {
  std::vector<Lock> locks;
  Style style = Style::Mutex;
  std::vector<ccfg::StatementId> fences; // atomic_thread_fence(memory_order_seq_cst) before each
};

struct Change {
  std::string file; // as in Program::files
  std::string before, after;
  std::string diff; // applies with `patch -p1` in the current folder, or in / if the file is not below that
};

// The source can't be changed that way, though perhaps in another: text of a macro's body, a jump into a
// section, a file of the system. The message names the place and a way out.
class Refused : public InputError {
public:
  using InputError::InputError;
};

// `compiled`: what `program` was made by; its overlay is the text that is changed. The changes are in the
// order of the names of files; files that stay as they are have none.
// Throws Refused; InputError for files that can't be read or compiled.
std::vector<Change> apply(const ccfg::Program& program, const Request& request,
                          const llvm2ccfg::FrontendOptions& compiled);

// The patched texts, for FrontendOptions::overlay.
std::map<std::string, std::string> overlayOf(const std::vector<Change>& changes);

} // namespace heddle::patch
