/// A statement whose interpolated values are always binds: `"where id = \(id)"` sends `$1`, never text.
///
/// Strings cannot be inserted: literals are `StaticString`, which cannot be created at run time, so even a direct call of the
/// literal initialiser accepts only text of the program itself. Write out a statement that varies by table or column, or
/// compose it of literals (decision 0061).
public struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    let pieces: StatementText
    /// The values, in the order of their numbers.
    public let binds: [Bind]

    private init(_ pieces: StatementText, binds: [Bind]) {
        self.pieces = pieces
        self.binds = binds
    }

    /// A statement of this module, such as `BEGIN`.
    init(text: String, binds: [Bind] = []) {
        self.init(StatementText(made: text), binds: binds)
    }

    /// The same statement with other values of the same types and number.
    func with(_ binds: [Bind]) -> SQL { SQL(pieces, binds: binds) }

    /// A statement without values.
    public init(stringLiteral value: StaticString) {
        self.init(StatementText(value), binds: [])
    }

    /// Called by the compiler for a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.pieces, binds: stringInterpolation.binds)
    }

    /// The text with `$1`, `$2` … in place of the values. Computed on each access, O(length).
    public var text: String { pieces.string }

    /// The statement followed by more literal text, such as an `order by` chosen by a switch.
    ///
    /// The literal has no values, so the numbers of the binds do not change.
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

    /// Collects literal text and binds.
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

        /// Sends `nil` as NULL of the value's type.
        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            append(value?.bind ?? Bind(type: Value.type, bytes: nil))
        }

        private mutating func append(_ bind: Bind) {
            binds.append(bind)
            pieces.appendParameter()
        }
    }
}
