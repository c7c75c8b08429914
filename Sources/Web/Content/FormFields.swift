import HTTP

/// Names and values of a query or of an `application/x-www-form-urlencoded` body (URL standard §5.1), in the order sent. Names are compared as bytes.
public struct FormFields: Sendable, Hashable {
    /// The largest number of fields. A form or query with more fields is refused with 400.
    public static let limit = 1_000

    private var fields: [Pair] = []

    private struct Pair: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// Reads encoded fields. Throws 400 for more than `limit` fields and for text that is not percent-encoded UTF-8 or contains U+0000.
    init(_ text: some Collection<UInt8>) throws(APIError) {
        for part in text.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Self.limit else {
                throw Self.fault("the form or query must have at most \(Self.limit) fields; send fewer fields at once")
            }
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            let value = part.dropFirst(name.count + 1)
            fields.append(Pair(name: try Self.decoded(name), value: try Self.decoded(value)))
        }
    }

    private static func decoded(_ text: some Sequence<UInt8>) throws(APIError) -> String {
        guard let bytes = PercentEncoding.decoded(text, plusIsSpace: true) else {
            throw fault("a percent sign in a name or value must be followed by two hexadecimal digits")
        }
        guard !bytes.contains(0) else { throw fault("a name or value must not contain the character U+0000") }
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw fault("names and values must be percent-encoded UTF-8")
        }
        return string
    }

    private static func fault(_ detail: String) -> APIError {
        APIError(.badRequest, code: .badForm, detail)
    }

    /// The names of all fields, without duplicates. O(fields).
    var names: Set<String> { Set(fields.map(\.name)) }

    /// Returns the values of all fields with this name, in the order sent. O(fields).
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// Returns the value of a field, or `nil` if it is missing. Throws 400 if the field occurs more than once.
    public func optional(_ name: String) throws(APIError) -> String? {
        let values = values(name)
        guard values.count <= 1 else {
            throw APIError(
                .badRequest, code: .badForm, "\(name) occurs \(values.count) times; send it once",
                faults: [.init(field: name, reason: "occurs \(values.count) times; send it once")])
        }
        return values.first
    }

    /// Returns the value of a field. Throws 422 if it is missing, and 400 if it occurs more than once.
    public func callAsFunction(_ name: String) throws(APIError) -> String {
        guard let value = try optional(name) else { throw .invalid(name, "is missing") }
        return value
    }

    /// Returns the value of a field as a whole number. Throws 422 without a whole number in `range`, and 400 for a repeated field.
    public func integer(_ name: String, in range: ClosedRange<Int>) throws(APIError) -> Int {
        let text = try self(name)
        guard let number = Self.integer(text), range.contains(number) else {
            throw .invalid(
                name,
                "must be a whole number from \(range.lowerBound) to \(range.upperBound), found \"\(text.prefix(100))\"")
        }
        return number
    }

    /// Reads digits, optionally after a minus sign. `Int(_:)` alone also accepts "+5" (spec S1.28).
    private static func integer(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text)
    }
}

extension Request {
    /// Returns the fields of the query. Throws 400 if they cannot be read.
    public func queryFields() throws(APIError) -> FormFields {
        try FormFields((query ?? "").utf8)
    }

    /// Returns the fields of a posted form. Throws 415 for another media type, charset or content encoding, and 400 for fields that cannot be read.
    public func form() throws(APIError) -> FormFields {
        try require(mediaType: "application/x-www-form-urlencoded")
        return try FormFields(body)
    }
}
