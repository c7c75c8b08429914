/// A statement whose interpolated values are always binds: `"where id = \(id)"` sends `$1`, never text.
///
/// There is no way to splice a string in; a statement that varies by table or column is written out.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The text with `$1`, `$2` … in place of the values.
    public internal(set) var text: String
    /// The values, in the order of their numbers.
    public internal(set) var binds: [Bind]

    public init(stringLiteral value: String) {
        text = value
        binds = []
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        binds = stringInterpolation.binds
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var binds: [Bind] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 3)
            binds.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) { text += literal }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            binds.append(value.bind)
            text += "$\(binds.count)"
        }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            binds.append(value?.bind ?? Bind(type: Value.type, bytes: nil))
            text += "$\(binds.count)"
        }
    }
}

/// One parameter: the type's OID and its value in text form (libpq §34.3.2); `nil` is NULL.
public struct Bind: Sendable, Hashable {
    public let type: UInt32
    public let bytes: [UInt8]?

    public init(type: UInt32, bytes: [UInt8]?) {
        self.type = type
        self.bytes = bytes
    }
}

/// A Swift value that can be a parameter.
public protocol PostgresEncodable {
    /// The OID of the PostgreSQL type (pg_type.dat).
    static var type: UInt32 { get }
    var bind: Bind { get }
}

/// A Swift value that a column can be decoded to, from the text form.
public protocol PostgresDecodable {
    init(text: borrowing Substring.UTF8View) throws(PostgresError)
}
