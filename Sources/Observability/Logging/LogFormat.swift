import Glibc

/// The format in which log lines are written.
public enum LogFormat: String, Sendable, Hashable {
    /// One JSON object for each line (RFC 8259), for log collectors.
    case json
    /// Text with fields as `key=value`, for people.
    case text

    /// Returns the default format for a descriptor: text on a terminal, JSON otherwise.
    public static func standard(descriptor: Int32) -> LogFormat { isatty(descriptor) == 1 ? .text : .json }
}
