/// A statement whose interpolated values are always binds: `"where id = \(id)"` sends `$1`, never text.
///
/// There is no way to splice a string in: literals are `StaticString`, which cannot be made at run time, so
/// even a direct call of the literal initialiser takes nothing but text of the program itself. A statement
/// that varies by table or column is written out.
public struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text with `$1`, `$2` … in place of the values.
    public internal(set) var text: String
    /// The values, in the order of their numbers.
    public internal(set) var binds: [Bind]

    /// A statement of the module's own, such as `BEGIN`.
    init(text: String, binds: [Bind] = []) {
        self.text = text
        self.binds = binds
    }

    /// A statement without values.
    public init(stringLiteral value: StaticString) {
        text = value.description
        binds = []
    }

    /// What the compiler calls for a literal with `\(…)` in it.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        binds = stringInterpolation.binds
    }

    /// The statement followed by more text of the program, such as an `order by` chosen by a switch.
    ///
    /// Only literal text without values can follow: the numbers of the binds stay as they are.
    public func appending(_ literal: StaticString) -> SQL {
        SQL(text: text + literal.description, binds: binds)
    }

    /// Collects literal text and binds.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var binds: [Bind] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 3)
            binds.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            literal.withUTF8Buffer { text += String(decoding: $0, as: UTF8.self) }
        }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            append(value.bind)
        }

        /// `nil` is sent as NULL of the value's type.
        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            append(value?.bind ?? Bind(type: Value.type, bytes: nil))
        }

        private mutating func append(_ bind: Bind) {
            binds.append(bind)
            text += "$"
            text += String(binds.count)
        }
    }
}
