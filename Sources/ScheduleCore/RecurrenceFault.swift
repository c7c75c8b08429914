/// Why a text is no recurrence that can be kept.
public struct RecurrenceFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rest of a sentence that begins with what was written: "has no FREQ".
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}
