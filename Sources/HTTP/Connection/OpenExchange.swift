/// A request on its way to its handler, or with it.
struct OpenExchange {
    var request: Request
    let context: AnswerContext
    let started: MonotonicTime
    /// The handler, while it works.
    var task: Task<Void, Never>?
}
