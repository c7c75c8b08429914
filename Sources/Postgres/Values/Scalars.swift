// Numbers, truth values and text, in the text forms of PostgreSQL's input and output functions.

extension Int: PostgresCodable {
    /// The OID of `bigint`.
    public static var type: UInt32 { 20 }
    public var bind: Bind { Bind(type: Self.type, integer: Int64(self)) }
    public init?(postgresText text: Span<UInt8>) { self.init(decimal: text) }
}

extension Int64: PostgresCodable {
    /// The OID of `bigint`.
    public static var type: UInt32 { 20 }
    public var bind: Bind { Bind(type: Self.type, integer: Int64(self)) }
    public init?(postgresText text: Span<UInt8>) { self.init(decimal: text) }
}

extension Int32: PostgresCodable {
    /// The OID of `integer`.
    public static var type: UInt32 { 23 }
    public var bind: Bind { Bind(type: Self.type, integer: Int64(self)) }
    public init?(postgresText text: Span<UInt8>) { self.init(decimal: text) }
}

extension Int16: PostgresCodable {
    /// The OID of `smallint`.
    public static var type: UInt32 { 21 }
    public var bind: Bind { Bind(type: Self.type, integer: Int64(self)) }
    public init?(postgresText text: Span<UInt8>) { self.init(decimal: text) }
}

extension Bool: PostgresCodable {
    /// The OID of `boolean`.
    public static var type: UInt32 { 16 }
    public var bind: Bind { Bind(type: Self.type, text: self ? "t" : "f") }

    public init?(postgresText text: Span<UInt8>) {
        guard text.count == 1 else { return nil }
        switch text[0] {
        case UInt8(ascii: "t"): self = true
        case UInt8(ascii: "f"): self = false
        default: return nil
        }
    }
}

extension Double: PostgresCodable {
    /// The OID of `double precision`.
    public static var type: UInt32 { 701 }
    /// The value as a parameter. Swift prints the shortest text that reads back as the same value, and PostgreSQL also reads "inf" and "nan".
    public var bind: Bind { Bind(type: Self.type, text: description) }

    public init?(postgresText text: Span<UInt8>) {
        guard let text = String(postgresText: text) else { return nil }
        self.init(text)
    }
}

extension Float: PostgresCodable {
    /// The OID of `real`.
    public static var type: UInt32 { 700 }
    public var bind: Bind { Bind(type: Self.type, text: description) }

    public init?(postgresText text: Span<UInt8>) {
        guard let text = String(postgresText: text) else { return nil }
        self.init(text)
    }
}

extension String: PostgresCodable {
    /// The OID of `text`. To write to a column of another type, use a cast in the statement, such as `\(json)::jsonb`.
    public static var type: UInt32 { 25 }
    public var bind: Bind { Bind(type: Self.type, text: self) }

    public init?(postgresText text: Span<UInt8>) {
        // `String(validating:as:)` is slower, since the standard library does not specialise it.
        guard let valid = try? UTF8Span(validating: text) else { return nil }
        self.init(copying: valid)
    }
}

extension FixedWidthInteger {
    /// Reads `-?[0-9]+` within the range of the type; `nil` for other text. `Int(_:)` also accepts "+5".
    init?(decimal text: Span<UInt8>) {
        let negative = !text.isEmpty && text[0] == UInt8(ascii: "-")
        var index = negative ? 1 : 0
        guard index < text.count else { return nil }
        var value: Self = 0
        while index < text.count {
            let byte = text[index]
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Self(byte - UInt8(ascii: "0"))
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            // Counts downwards, since the lowest value has no positive counterpart.
            let (sum, carry) =
                negative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !overflow, !carry else { return nil }
            value = sum
            index += 1
        }
        self = value
    }
}
