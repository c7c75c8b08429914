import HTTP
import Web

/// What requests about what plays ask for, read and held to bounds.
struct PlayingQuery {
    private let fields: FormFields
    private var faults: [APIError.Fault] = []

    init(_ request: Request) throws(APIError) { fields = try request.queryFields() }

    /// Instants that can be asked for: what the database can hold exactly (`Date`), with room for a buffer on both sides.
    static let range =
        Instant(milliseconds: 0)...Instant(milliseconds: 7_258_118_400_000)

    /// An instant by the parameter's name; one that is wrong becomes a fault.
    mutating func instant(_ name: String) throws(APIError) -> Instant? {
        guard let text = try fields.optional(name) else { return nil }
        guard let instant = Instant(rfc3339: text), Self.range.contains(instant) else {
            refuse(name, "must be an RFC 3339 date-time from 1970 to 2199, with \"+\" written as %2B")
            return nil
        }
        return instant
    }

    mutating func word(_ name: String) throws(APIError) -> String? { try fields.optional(name) }

    /// One of the words of an enumeration.
    mutating func choice<Value: RawRepresentable & CaseIterable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(APIError) -> Value? where Value.RawValue == String {
        guard let text = try fields.optional(name) else { return nil }
        if let value = Value(rawValue: text) { return value }
        refuse(name, "must be " + Phrase.choice(Value.allCases.map(\.rawValue)))
        return nil
    }

    /// A stretch of at most so many days; what is not given is as `given` says.
    mutating func stretch(
        else given: Range<Instant>, days: Int64
    ) throws(APIError) -> Range<Instant> {
        let from = try instant("from") ?? given.lowerBound
        let to = try instant("to") ?? max(given.upperBound, from.advanced(byMs: 1))
        guard from < to else {
            refuse("to", "must be later than \"from\"")
            return given
        }
        guard to.milliseconds - from.milliseconds <= days * 86_400_000 else {
            refuse("to", "must be at most \(days) days after \"from\"")
            return given
        }
        return from..<to
    }

    mutating func refuse(_ name: String, _ reason: String) { faults.append(.init(field: name, reason: reason)) }

    /// Throws 422 with all that is wrong. To be called once all was read.
    func finish() throws(APIError) {
        if !faults.isEmpty { throw .invalid(faults) }
    }
}
