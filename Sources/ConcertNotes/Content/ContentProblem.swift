/// A broken rule for the content of a concert, with a fix. Imports and editors apply the same rules.
public struct ContentProblem: Error, Sendable, Hashable {
    /// The problem, as a sentence without a full stop.
    public let reason: String
    public let fix: String

    public init(_ reason: String, fix: String) {
        self.reason = reason
        self.fix = fix
    }
}
