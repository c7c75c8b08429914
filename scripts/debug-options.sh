# shellcheck shell=bash disable=SC2034
# Sets `options` to the options of every debug build. Sourced, so that the documentation uses the modules that were compiled for the tests.
# Debug information would take a quarter of the build time; TUTTI_DEBUG_INFO=dwarf adds it. Each module is compiled in one batch, since several
# batches would type-check the same declarations again. Compiling modules as a whole takes 4 percent less time from nothing, but each change would
# compile its module and all modules that import it again.
options=(-debug-info-format "${TUTTI_DEBUG_INFO:-none}" -Xswiftc -driver-batch-count -Xswiftc 1)
