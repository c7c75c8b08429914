/// The header or trailer fields of a request or a response, in their order in the message (RFC 9110 §5). Names are compared without regard to ASCII
/// case. Look-ups are O(n) in the number of fields, since a message has few fields.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var lines: [(name: String, value: String)] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { (name: $0.0, value: $0.1) }
    }

    /// Creates fields from lines.
    ///
    /// - Parameter lines: the names and values, in the order of the message.
    public init(lines: [(name: String, value: String)]) {
        self.lines = lines
    }

    /// The value of the first line of this name; `nil` if there is none. Setting a value replaces all lines of the name;
    /// setting `nil` removes all lines of the name.
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

    /// A mask with one bit for each name, chosen by a hash. If two masks share no bit, their fields share no name; shared bits prove nothing.
    var nameMask: UInt64 {
        lines.reduce(0) { mask, line in
            let hash = line.name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { hash, byte in
                (hash ^ UInt64(ASCII.lowered(byte))) &* 1_099_511_628_211
            }
            return mask | 1 << (hash >> 58)
        }
    }

    /// Returns whether two field names are equal, ignoring ASCII case. Unicode case folding would match the Kelvin sign with k (spec S1.28).
    static func same(_ left: String, _ right: String) -> Bool {
        // Most names differ in length, and making a span costs more than reading the length.
        guard left.utf8.count == right.utf8.count else { return false }
        let left = left.utf8Span.span
        let right = right.utf8Span.span
        for index in left.indices where ASCII.lowered(left[index]) != ASCII.lowered(right[index]) { return false }
        return true
    }
}
