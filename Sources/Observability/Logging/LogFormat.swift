import Glibc

/// How a log line is written.
public enum LogFormat: String, Sendable, Hashable {
    /// One JSON object a line (RFC 8259), for collectors.
    case json
    /// Time, level, message and `key=value`, for people.
    case text

    /// Text where somebody watches, JSON where a collector reads.
    public static func suiting(descriptor: Int32) -> LogFormat { isatty(descriptor) == 1 ? .text : .json }
}
