/// A parameter of a statement: the OID of its type and its value in text form (libpq §34.3.1).
public struct Bind: Sendable, Hashable {
    /// The OID of the PostgreSQL type (pg_type.dat).
    public let type: UInt32
    /// The value as given. The text form is written when libpq needs it.
    private let value: Value

    private enum Value {
        case null
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
    }

    /// Creates a parameter of a type with a value in text form; `nil` is NULL.
    public init(type: UInt32, bytes: [UInt8]?) {
        self.type = type
        value = bytes.map(Value.bytes) ?? .null
    }

    init(type: UInt32, text: String) {
        self.type = type
        value = .text(text)
    }

    init(type: UInt32, integer: Int64) {
        self.type = type
        value = .integer(integer)
    }

    /// The value in PostgreSQL's text form, computed on each access; `nil` is NULL.
    ///
    /// A value with a NUL byte is refused before it reaches libpq, whose text parameters are C strings (spec S1.21).
    public var bytes: [UInt8]? {
        switch value {
        case .null: nil
        case .integer(let integer): Array(String(integer).utf8)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }

    public static func == (one: Bind, other: Bind) -> Bool { one.type == other.type && one.bytes == other.bytes }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(bytes)
    }

    var holdsNUL: Bool {
        switch value {
        case .null, .integer: false
        case .text(let text): text.utf8.contains(0)
        case .bytes(let bytes): bytes.contains(0)
        }
    }

    /// The maximum length of the text form, in bytes.
    var capacity: Int {
        switch value {
        case .null: 0
        case .integer: Decimal.longest
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    /// Writes the text form to memory with room for `capacity` bytes, and returns its length; `nil` for NULL.
    func write(to memory: UnsafeMutableRawBufferPointer) -> Int? {
        switch value {
        case .null: return nil
        case .integer(let integer): return Decimal.write(integer, to: memory)
        case .text(var text):
            return text.withUTF8 { text in
                memory.copyMemory(from: UnsafeRawBufferPointer(text))
                return text.count
            }
        case .bytes(let bytes):
            memory.copyBytes(from: bytes)
            return bytes.count
        }
    }
}

private enum Decimal {
    /// The length of the longest 64-bit integer in ASCII digits, including the sign.
    static let longest = 20

    static func write(_ value: Int64, to memory: UnsafeMutableRawBufferPointer) -> Int {
        var rest = value.magnitude
        var index = longest
        return withUnsafeTemporaryAllocation(byteCount: longest, alignment: 1) { digits in
            repeat {
                index -= 1
                digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if value < 0 {
                index -= 1
                digits[index] = UInt8(ascii: "-")
            }
            memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: digits[index...]))
            return longest - index
        }
    }
}

/// A Swift value that can be a statement's parameter. A `RawRepresentable` type whose raw value conforms only needs to declare the conformance.
public protocol PostgresEncodable {
    /// The OID of the PostgreSQL type (pg_type.dat).
    static var type: UInt32 { get }
    /// The value as a parameter.
    var bind: Bind { get }
}

/// A Swift value that is decoded from a column's text form. A `RawRepresentable` type whose raw value conforms only needs to declare the conformance.
public protocol PostgresDecodable {
    /// Decodes a value; `nil` if the text is not a value of this type.
    init?(postgresText text: Span<UInt8>)
}

/// A value that can be sent and decoded.
public typealias PostgresCodable = PostgresEncodable & PostgresDecodable

extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
    public static var type: UInt32 { RawValue.type }
    public var bind: Bind { rawValue.bind }
}

extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
    public init?(postgresText text: Span<UInt8>) {
        guard let raw = RawValue(postgresText: text) else { return nil }
        self.init(rawValue: raw)
    }
}
