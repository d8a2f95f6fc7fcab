// What a patch needs outside of functions: the mutex, declarations, and headers that declare them.
#pragma once

#include "patch/function.h"
#include "patch/widen.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heddle::patch {

// The files that are changed, by name.
class Files {
public:
  explicit Files(const Trees& trees) : trees_(trees) {}
  File& of(const std::string& name); // throws Refused if it is none of the user's
  File& ofMain(const Tree& tree);    // the unit's own file
  std::vector<File*> all() const;

  std::set<std::string> names; // of new mutexes

private:
  const Trees& trees_;
  std::map<std::string, std::unique_ptr<File>> files_;
};

struct User { // a function that takes a lock
  File* file;
  const Body* body;
};

// Names and defines a new mutex: a static one if all who use it are in one C file, else one that is defined
// in one file and declared in the others. `entry`: the function that initialises a mtx_t.
Calls defineMutex(Files& files, Trees& trees, const std::string& wantedName, const std::vector<User>& users,
                  const std::string& entry);

// Declares __VERIFIER_atomic_begin and _end where they are not.
void declareMarkers(const std::vector<User>& users);

// `function`, which `header` declares, becomes known before the function that uses it.
void include(const User& user, const std::string& header, const std::string& function);

} // namespace heddle::patch
