/// A fault in place of the normal response.
public enum StandInFault: String, Sendable, Hashable, CaseIterable {
    case unauthorized
    /// 429 with the limit and the time of its end.
    case limited
    /// The other form of 429, without a time.
    case spam
    case serverError
    /// The first half of the body.
    case truncated
    /// An HTML page of a proxy instead of JSON.
    case page
    /// No response within any client's timeout.
    case hang

    /// The faults that a test can try at every request. `hang` is excluded, because a hanging request lasts until the client's timeout.
    public static let quick: [StandInFault] = allCases.filter { $0 != .hang }
}
