/// The methods that the server passes on (RFC 9110 §9.3, RFC 5789), told by their bytes: case-sensitive.
enum KnownMethod: UInt8 {
    case get, head, post, put, patch, delete, options
    /// A token that names none of them.
    case other

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

    /// Whether it is GET or HEAD, which are answered from memory, conditionally and in ranges.
    var isRetrieval: Bool { self == .get || self == .head }

    var method: Method {
        switch self {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        case .options: .options
        case .other: Method("-")
        }
    }
}
