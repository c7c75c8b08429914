/// The reason why a text is not a valid or supported recurrence.
public struct RecurrenceFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rest of a sentence whose subject is the recurrence, such as "has no FREQ".
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}
