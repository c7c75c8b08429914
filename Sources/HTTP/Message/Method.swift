/// A request method (RFC 9110 §9.3, RFC 5789). Methods are case-sensitive tokens.
public enum Method: UInt8, Sendable, Hashable, CustomStringConvertible {
    case get, head, post, put, patch, delete, options
    /// Any other method. A message with it is refused and reaches no handler.
    case other

    /// The name in a request line; "other" for an unknown method.
    public var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other: "other"
        }
    }

    public var description: String { name }

    /// Whether the method is GET or HEAD.
    var isRetrieval: Bool { self == .get || self == .head }

    @inline(__always)
    init(_ name: Bytes) {
        func equals(_ expected: StaticString) -> Bool {
            for index in 0..<name.count where name[index] != expected.utf8Start[index] { return false }
            return true
        }
        switch name.count {
        case 3 where equals("GET"): self = .get
        case 3 where equals("PUT"): self = .put
        case 4 where equals("HEAD"): self = .head
        case 4 where equals("POST"): self = .post
        case 5 where equals("PATCH"): self = .patch
        case 6 where equals("DELETE"): self = .delete
        case 7 where equals("OPTIONS"): self = .options
        default: self = .other
        }
    }
}
