import Glibc

/// The format of log lines.
public enum LogFormat: String, Sendable, Hashable {
    /// One JSON object per line (RFC 8259), for log collectors.
    case json
    /// The time, level, message and `key=value` fields, for people.
    case text

    /// Returns the default format for a descriptor: text on a terminal, JSON otherwise.
    public static func standard(descriptor: Int32) -> LogFormat { isatty(descriptor) == 1 ? .text : .json }
}
