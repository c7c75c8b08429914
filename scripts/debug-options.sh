# shellcheck shell=bash disable=SC2034
# Sets `options` to the options of every debug build. Sourced, so that the documentation uses the modules that were compiled for the tests.
# Debug information would take a quarter of the build time; TUTTI_DEBUG_INFO=dwarf adds it. Each module is compiled in one batch, since several
# batches would type-check the same declarations again. TUTTI_WHOLE_MODULES=1 compiles each module as a whole, which takes less time from nothing, as
# in CI, but compiles a changed module and all modules that import it again.
options=(-debug-info-format "${TUTTI_DEBUG_INFO:-none}")
if [ "${TUTTI_WHOLE_MODULES:-0}" = 1 ]; then
	# With a number of threads, the compiler writes one object for each file, as the package manager expects.
	options+=(-Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc "$(nproc)")
else
	options+=(-Xswiftc -driver-batch-count -Xswiftc 1)
fi
