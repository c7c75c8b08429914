/// A path on this server, safe for a redirect because it cannot name another host (CWE-601).
public struct LocalPath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let text: String

    public var description: String { text }

    /// Creates a path from a literal in the source, without a check.
    public init(stringLiteral text: StaticString) { self.text = text.description }

    /// Reads a path from user input. Returns `nil` unless the text begins with exactly one slash and has at most 2,000 bytes, all visible ASCII and
    /// none a backslash.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count == 1 || bytes[1] != UInt8(ascii: "/"), bytes.count <= 2000,
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
