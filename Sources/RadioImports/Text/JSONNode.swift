/// A JSON value as it was read, with the line it begins on, so that a fault can name it.
struct JSONNode: Sendable, Hashable {
    enum Value: Sendable, Hashable {
        case null
        case bool(Bool)
        /// As written: what it is, the reader that asks for it decides.
        case number(String)
        case string(String)
        case array([JSONNode])
        /// In the order of the file; of two equal names the first counts.
        case object([Member])
    }

    struct Member: Sendable, Hashable {
        let name: String
        let node: JSONNode
    }

    let value: Value
    /// From 1.
    let line: Int

    /// A member of an object; `nil` for another value, for one that is not there and for null.
    subscript(name: String) -> JSONNode? {
        guard case .object(let members) = value, let node = members.first(where: { $0.name == name })?.node else {
            return nil
        }
        return node.value == .null ? nil : node
    }

    /// The elements of an array; none of another value.
    var elements: [JSONNode] {
        if case .array(let elements) = value { elements } else { [] }
    }

    /// A string's text; `nil` for another value.
    var text: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// A whole number, written as a number or, as many sources do, as a string.
    var integer: Int64? {
        switch value {
        case .number(let text), .string(let text): Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
        default: nil
        }
    }

    /// Any number.
    var number: Double? {
        switch value {
        case .number(let text), .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// `nil` for what is neither true nor false.
    var flag: Bool? {
        if case .bool(let flag) = value { flag } else { nil }
    }
}
