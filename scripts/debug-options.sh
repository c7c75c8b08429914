# shellcheck shell=bash disable=SC2034
# Sets `options` to the compiler options of the tests and of the documentation; to be sourced. With the same options, the documentation uses the
# modules that were compiled for the tests.
# Debug information would take a quarter of the build time; TUTTI_DEBUG_INFO=dwarf adds it. Each module is compiled in one batch, since several
# batches would type-check the same declarations again. Compiling whole modules would save 4 percent of a build in a fresh clone, but each change
# would compile its module and all modules that import it again.
options=(-debug-info-format "${TUTTI_DEBUG_INFO:-none}" -Xswiftc -driver-batch-count -Xswiftc 1)
