/// One parameter: the type's OID and its value in text form (libpq §34.3.2); `nil` is NULL.
public struct Bind: Sendable, Hashable {
    /// The OID of the PostgreSQL type (pg_type.dat).
    public let type: UInt32
    /// The value in PostgreSQL's text form, UTF-8 without a terminating NUL; `nil` is NULL.
    ///
    /// A NUL byte in it is refused before it reaches libpq, whose text parameters are C strings and would
    /// silently end there (spec S1, "SQL").
    public let bytes: [UInt8]?

    public init(type: UInt32, bytes: [UInt8]?) {
        self.type = type
        self.bytes = bytes
    }

    init(type: UInt32, text: String) {
        self.init(type: type, bytes: Array(text.utf8))
    }
}

/// A Swift value that can be a parameter.
///
/// A `RawRepresentable` type whose raw value can be one needs only to declare the conformance.
public protocol PostgresEncodable {
    /// The OID of the PostgreSQL type (pg_type.dat).
    static var type: UInt32 { get }
    /// The value as a parameter.
    var bind: Bind { get }
}

/// A Swift value that a column can be decoded to, from the text form.
///
/// A `RawRepresentable` type whose raw value can be decoded needs only to declare the conformance.
public protocol PostgresDecodable {
    /// `nil` when the text is not a value of this type; the row turns that into `PostgresError.decoding`.
    init?(postgresText text: Span<UInt8>)
}

/// A value that goes both ways.
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
