import Glibc

/// Returns the system's description of an error number, such as "Permission denied".
func systemErrorText(_ error: Int32) -> String { String(cString: strerror(error)) }

/// Returns the error of the system call that has just failed, from `errno`.
func systemFailure(_ call: String, _ path: String) -> EmbeddedPostgresError {
    .system(call: call, path: path, error: errno)
}

/// The longest path of a Unix socket in bytes: the size of `sun_path` (unix(7)), without the terminating zero.
let longestSocketPath = 107
