import Glibc

/// The format of log lines.
public enum LogFormat: String, Sendable, Hashable {
    /// One JSON object per line (RFC 8259), for log collectors.
    case json
    /// Time, level, message and `key=value`, for people.
    case text

    /// The default format: text on a terminal, JSON otherwise.
    public static func suiting(descriptor: Int32) -> LogFormat { isatty(descriptor) == 1 ? .text : .json }
}
