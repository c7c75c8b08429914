/// Header or trailer fields in the order received (RFC 9110 §5). Names compare by ASCII without case. Look-ups are O(fields),
/// since a message has few.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var lines: [(name: String, value: String)] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { (name: $0.0, value: $0.1) }
    }

    /// - Parameter lines: in the order of the message.
    public init(lines: [(name: String, value: String)]) {
        self.lines = lines
    }

    /// The first line of this name. Setting a value replaces all lines of the name; setting `nil` removes them.
    public subscript(_ name: String) -> String? {
        get { lines.first { Self.same($0.name, name) }?.value }
        set {
            lines.removeAll { Self.same($0.name, name) }
            if let newValue { lines.append((name: name, value: newValue)) }
        }
    }

    /// The values of every line of this name, in order.
    public func values(of name: String) -> [String] {
        lines.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Adds a line and keeps existing ones.
    public mutating func append(_ name: String, _ value: String) {
        lines.append((name: name, value: value))
    }

    /// A bit for each name, by a hash. If two masks share no bit, no name is in both; shared bits prove nothing.
    var nameMask: UInt64 {
        lines.reduce(0) { mask, line in
            let hash = line.name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { hash, byte in
                (hash ^ UInt64(ASCII.lowered(byte))) &* 1_099_511_628_211
            }
            return mask | 1 << (hash >> 58)
        }
    }

    /// Whether two field names are equal, ignoring ASCII case. Unicode case folding would match the Kelvin sign with k
    /// (spec S1.28).
    static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8Span.span
        let right = right.utf8Span.span
        guard left.count == right.count else { return false }
        for index in left.indices where ASCII.lowered(left[index]) != ASCII.lowered(right[index]) { return false }
        return true
    }
}
