/// The error for a text that is not a valid or supported recurrence.
public struct RecurrenceFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The predicate of an error message whose subject is the recurrence, such as "has no FREQ".
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}
