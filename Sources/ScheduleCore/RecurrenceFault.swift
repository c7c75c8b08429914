/// Why a text is not a valid or supported recurrence.
public struct RecurrenceFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rest of a sentence whose subject is the recurrence: "has no FREQ".
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}
