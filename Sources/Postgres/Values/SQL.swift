/// A statement whose interpolated values are always binds: `"where id = \(id)"` sends `$1`, never text.
///
/// A `String` cannot be inserted as text: literals are of type `StaticString`, which cannot be created at run time. Write out a statement that varies
/// by table or column, or compose it of literals (decision 0061).
public struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    let pieces: StatementText
    /// The values, in the order of their numbers.
    public let binds: [Bind]

    private init(_ pieces: StatementText, binds: [Bind]) {
        self.pieces = pieces
        self.binds = binds
    }

    /// Creates a statement from text of this module, such as `BEGIN`. The text must not contain input, which would not be escaped.
    init(text: String, binds: [Bind] = []) {
        self.init(StatementText(made: text), binds: binds)
    }

    /// Returns the same statement with other values of the same types and number.
    func with(_ binds: [Bind]) -> SQL { SQL(pieces, binds: binds) }

    /// Creates a statement without values.
    public init(stringLiteral value: StaticString) {
        self.init(StatementText(value), binds: [])
    }

    /// Creates a statement from a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.pieces, binds: stringInterpolation.binds)
    }

    /// The text with `$1`, `$2` … in place of the values, computed on each access in O(length).
    public var text: String { pieces.string }

    /// Whether the statement is known to begin with `select` in lower case. The pools treat only these statements as reads. O(1).
    var isSelection: Bool {
        guard let start = pieces.start else { return false }
        return start.withUTF8Buffer { $0.starts(with: "select".utf8) }
    }

    /// Returns the statement followed by more literal text, such as an `order by` chosen by a switch.
    public func appending(_ literal: StaticString) -> SQL {
        var pieces = pieces
        pieces.append(literal)
        return SQL(pieces, binds: binds)
    }

    public static func == (one: SQL, other: SQL) -> Bool { one.text == other.text && one.binds == other.binds }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(binds)
    }

    /// The collector of a statement's literal text and binds.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces = StatementText()
        var binds: [Bind] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(parameters: interpolationCount)
            binds.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) { pieces.append(literal) }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            append(value.bind)
        }

        /// Inserts a value as a bind; `nil` is sent as NULL of the value's type.
        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            append(value?.bind ?? Bind(type: Value.type, bytes: nil))
        }

        /// Inserts a literal of the program as text, such as the name of a table or column.
        public mutating func appendInterpolation(name: StaticString) { appendLiteral(name) }

        mutating func append(_ bind: Bind) {
            binds.append(bind)
            pieces.appendParameter()
        }
    }
}
