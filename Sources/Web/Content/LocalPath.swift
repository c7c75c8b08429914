/// A path on this very server, safe to redirect to: it cannot name another host (CWE-601).
public struct LocalPath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let text: String

    public var description: String { text }

    /// A path written in the program.
    public init(stringLiteral text: StaticString) { self.text = text.description }

    /// A path from outside: one slash, then anything but a second slash, a backslash (browsers read it as a
    /// slash) or a byte that is no printable ASCII. `nil` for everything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count == 1 || bytes[1] != UInt8(ascii: "/"), bytes.count <= 2000,
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
