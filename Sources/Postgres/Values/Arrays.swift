/// A Swift value that can be an element of a one-dimensional PostgreSQL array, for bulk writes: COPY FROM is refused under row-level security.
///
/// A `RawRepresentable` type whose raw value conforms only needs to declare the conformance.
public protocol PostgresArrayElement {
    /// The OID of the array type (pg_type.dat, `array_type_oid`).
    static var arrayType: UInt32 { get }
    /// Returns the elements in the array's text form (PostgreSQL §8.15.2).
    static func arrayText(_ elements: [Self]) -> [UInt8]
    /// Reads the elements from an array's text form; `nil` if the text is not an array of this type.
    static func elements(postgresText text: Span<UInt8>) -> [Self]?
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
    public static var type: UInt32 { Element.arrayType }
    public var bind: Bind { Bind(type: Element.arrayType, bytes: Element.arrayText(self)) }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    public init?(postgresText text: Span<UInt8>) {
        guard let elements = Element.elements(postgresText: text) else { return nil }
        self = elements
    }
}

extension PostgresArrayElement where Self: PostgresCodable {
    public static func arrayText(_ elements: [Self]) -> [UInt8] {
        ArrayText.write(elements.lazy.map { $0.bind.bytes })
    }

    public static func elements(postgresText text: Span<UInt8>) -> [Self]? {
        var values: [Self] = []
        guard let elements = ArrayText.read(text) else { return nil }
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let element, let value = Self(postgresText: element.span) else { return nil }
            values.append(value)
        }
        return values
    }
}

extension PostgresArrayElement where Self: PostgresCodable & FixedWidthInteger {
    /// Returns the elements without quotation marks, which integers do not need. Lists of keys are long.
    public static func arrayText(_ elements: [Self]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        text.reserveCapacity(elements.count * 8 + 2)
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(contentsOf: String(element).utf8)
        }
        text.append(UInt8(ascii: "}"))
        return text
    }
}

extension PostgresArrayElement where Self: RawRepresentable & PostgresCodable, RawValue: PostgresArrayElement {
    public static var arrayType: UInt32 { RawValue.arrayType }
}

extension Bool: PostgresArrayElement { public static var arrayType: UInt32 { 1000 } }
extension Int16: PostgresArrayElement { public static var arrayType: UInt32 { 1005 } }
extension Int32: PostgresArrayElement { public static var arrayType: UInt32 { 1007 } }
extension Int64: PostgresArrayElement { public static var arrayType: UInt32 { 1016 } }
extension Int: PostgresArrayElement { public static var arrayType: UInt32 { 1016 } }
extension String: PostgresArrayElement { public static var arrayType: UInt32 { 1009 } }
extension Float: PostgresArrayElement { public static var arrayType: UInt32 { 1021 } }
extension Double: PostgresArrayElement { public static var arrayType: UInt32 { 1022 } }

/// A byte as an element. An array of bytes is one `bytea`, not a PostgreSQL array.
extension UInt8: PostgresArrayElement {
    public static var arrayType: UInt32 { Bytes.type }
    public static func arrayText(_ elements: [UInt8]) -> [UInt8] { Bytes.hex(elements) }
    public static func elements(postgresText text: Span<UInt8>) -> [UInt8]? { Bytes.bytes(hex: text) }
}

/// A `bytea` as an element.
extension Array: PostgresArrayElement where Element == UInt8 {
    public static var arrayType: UInt32 { 1001 }
}

/// An element that may be NULL.
extension Optional: PostgresArrayElement where Wrapped: PostgresArrayElement & PostgresCodable {
    public static var arrayType: UInt32 { Wrapped.arrayType }

    public static func arrayText(_ elements: [Wrapped?]) -> [UInt8] {
        ArrayText.write(elements.lazy.map { $0?.bind.bytes })
    }

    public static func elements(postgresText text: Span<UInt8>) -> [Wrapped?]? {
        guard let elements = ArrayText.read(text) else { return nil }
        var values: [Wrapped?] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            if let element {
                guard let value = Wrapped(postgresText: element.span) else { return nil }
                values.append(value)
            } else {
                values.append(nil)
            }
        }
        return values
    }
}
