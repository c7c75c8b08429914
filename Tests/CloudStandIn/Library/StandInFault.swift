/// What the stand-in does instead of what it was asked.
public enum StandInFault: String, Sendable, Hashable, CaseIterable {
    case unauthorized
    /// 429 with the limit and when it is over.
    case limited
    /// 429 of the other shape, without a word on how long.
    case spam
    case serverError
    /// Half of the body.
    case truncated
    /// A page of something in between instead of JSON.
    case page
    /// No answer for longer than anybody waits.
    case hang

    /// Those that a test goes through at every point; `hang` would take its time.
    public static let quick: [StandInFault] = allCases.filter { $0 != .hang }
}
