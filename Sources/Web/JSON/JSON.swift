/// A JSON value without duplicate member names. The order of members is lost.
enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])
}

extension JSON {
    /// The kind of value, for an error.
    var noun: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The first 100 characters of a number as written; `nil` for another value.
    var numberText: String? {
        guard case .number(let text) = self else { return nil }
        return String(text.prefix(100))
    }
}

extension JSON: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let members):
            var object = encoder.container(keyedBy: AnyName.self)
            for (name, value) in members { try object.encode(value, forKey: AnyName(stringValue: name)) }
        default:
            var single = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try single.encode(value)
            case .string(let text): try single.encode(text)
            case .number(let text):
                if let whole = Int64(text) { try single.encode(whole) } else { try single.encode(Double(text) ?? 0) }
            default: try single.encodeNil()
            }
        }
    }

    private struct AnyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

/// A type that is decoded from one JSON boolean, string or number.
protocol JSONScalar {
    /// The expected value, as the rest of a sentence that begins with "must be".
    static var noun: String { get }
    init?(_ json: JSON)
}

extension Bool: JSONScalar {
    static var noun: String { "true or false" }

    init?(_ json: JSON) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }
}

extension String: JSONScalar {
    static var noun: String { "a string" }

    init?(_ json: JSON) {
        guard case .string(let value) = json else { return nil }
        self = value
    }
}

extension JSONScalar where Self: FixedWidthInteger {
    static var noun: String {
        bitWidth < 64 ? "a whole number from \(min) to \(max)" : "a whole number of at most 18 digits"
    }

    /// Reads a whole number; "2.0" and "2e0" are also whole (RFC 8259 §6). Returns `nil` for another value or a number out of range.
    init?(_ json: JSON) {
        guard case .number(let text) = json, let value = Self(text) ?? Double(text).flatMap(Self.init(exactly:)) else {
            return nil
        }
        self = value
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var noun: String { "a number" }

    /// Reads a number. Returns `nil` for another value, or for a number too large for the type, which would otherwise become infinite.
    init?(_ json: JSON) {
        guard case .number(let text) = json, let value = Self(text), value.isFinite else { return nil }
        self = value
    }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
