// Patched files on the disk: all of them, or none.
#pragma once

#include "patch/patch.h"

namespace heddle::patch {

// Replaces each file, and keeps the old one as FILE.orig (FILE.orig2, ... if that exists). Permissions stay.
// Each new file is written completely beside the old one before any takes its place; if one can't, those
// before it are put back. Throws InputError, with everything as it was: for a file or folder that is
// read-only, or a file whose text is no longer Change::before. Gives the names of the backups.
std::vector<std::string> writeInPlace(const std::vector<Change>& changes);

} // namespace heddle::patch
