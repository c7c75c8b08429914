import HTTP
import Web

/// A reader of query parameters that records invalid values as faults.
struct PlayingQuery {
    private let fields: FormFields
    private var faults: [APIError.Fault] = []

    init(_ request: Request) throws(APIError) { fields = try request.queryFields() }

    /// The accepted instants, from 1970 to 2199. The database stores them exactly, with room for a buffer on both sides.
    static let range =
        Instant(milliseconds: 0)...Instant(milliseconds: 7_258_118_399_999)

    /// Returns the instant in a parameter; `nil` if it is missing or invalid, which is recorded as a fault. Throws `APIError` 400 for a repeated
    /// parameter.
    mutating func instant(_ name: String) throws(APIError) -> Instant? {
        guard let text = try fields.optional(name) else { return nil }
        guard let instant = Instant(rfc3339: text), Self.range.contains(instant) else {
            refuse(
                name,
                "must be an RFC 3339 date-time from 1970 to 2199, with \"+\" written as %2B, "
                    + "found \"\(text.prefix(100))\"")
            return nil
        }
        return instant
    }

    mutating func word(_ name: String) throws(APIError) -> String? { try fields.optional(name) }

    /// Returns the value of a parameter with a fixed set of values; `nil` if it is missing or invalid, which is recorded as a fault. Throws
    /// `APIError` 400 for a repeated parameter.
    mutating func choice<Value: RawRepresentable & CaseIterable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(APIError) -> Value? where Value.RawValue == String {
        guard let text = try fields.optional(name) else { return nil }
        if let value = Value(rawValue: text) { return value }
        refuse(name, "must be \(SentenceFormat.choice(Value.allCases.map(\.rawValue))), found \"\(text.prefix(100))\"")
        return nil
    }

    /// Returns the period of the parameters `from` and `to`, at most `days` days long. A missing bound is taken from `given`, but a missing end is at
    /// least one millisecond after `from`. If the period is invalid, a fault is recorded and `given` is returned. Throws `APIError` 400 for a
    /// repeated parameter.
    mutating func period(
        else given: Range<Instant>, days: Int64
    ) throws(APIError) -> Range<Instant> {
        let from = try instant("from") ?? given.lowerBound
        let to = try instant("to") ?? max(given.upperBound, from.advanced(byMs: 1))
        guard from < to else {
            refuse("to", "must be later than \"from\" (\(from)), found \(to)")
            return given
        }
        guard to.milliseconds - from.milliseconds <= days * 86_400_000 else {
            refuse("to", "must be at most \(days) days after \"from\" (\(from)), found \(to)")
            return given
        }
        return from..<to
    }

    mutating func refuse(_ name: String, _ reason: String) { faults.append(.init(field: name, reason: reason)) }

    /// Throws `APIError` 422 with the recorded faults, if any. Call it after reading all parameters.
    func finish() throws(APIError) {
        if !faults.isEmpty { throw .invalid(faults) }
    }
}
