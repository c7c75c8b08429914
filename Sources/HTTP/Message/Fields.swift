/// The header or trailer fields of a message, in their order (RFC 9110 §5). Names are compared without regard to ASCII case. Look-ups are O(n).
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var lines: [(name: String, value: String)] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { (name: $0.0, value: $0.1) }
    }

    /// Creates fields from names and values in the order of the message.
    public init(lines: [(name: String, value: String)]) {
        self.lines = lines
    }

    /// The value of the first line of this name; `nil` for none. Setting a value replaces all lines of the name; setting `nil` removes them.
    public subscript(_ name: String) -> String? {
        get { lines.first { Self.same($0.name, name) }?.value }
        set {
            lines.removeAll { Self.same($0.name, name) }
            if let newValue { lines.append((name: name, value: newValue)) }
        }
    }

    /// Returns the values of every line of this name, in order.
    public func values(of name: String) -> [String] {
        lines.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Adds a line and keeps existing lines of the same name.
    public mutating func append(_ name: String, _ value: String) {
        lines.append((name: name, value: value))
    }

    /// A mask with one bit for each name, chosen by a hash. If two masks share no bit, their fields share no name.
    var nameMask: UInt64 {
        lines.reduce(0) { mask, line in
            let hash = line.name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { hash, byte in
                (hash ^ UInt64(ASCII.lowered(byte))) &* 1_099_511_628_211
            }
            return mask | 1 << (hash >> 58)
        }
    }

    /// Returns whether two field names are equal, ignoring the case of ASCII only (spec S1.28).
    static func same(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let left = left.utf8Span.span
        let right = right.utf8Span.span
        for index in left.indices where ASCII.lowered(left[index]) != ASCII.lowered(right[index]) { return false }
        return true
    }
}
