import Glibc

/// The system's words for an error number, such as "Permission denied".
func systemErrorText(_ error: Int32) -> String { String(cString: strerror(error)) }

/// `errno` of the call that has just failed, as this module's error.
func systemFailure(_ call: String, _ path: String) -> EmbeddedPostgresError {
    .system(call: call, path: path, error: errno)
}
