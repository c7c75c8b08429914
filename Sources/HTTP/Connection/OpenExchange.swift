/// A request on its way to its handler, or with it.
struct OpenExchange {
    /// Until it is with its handler.
    var request: Request?
    let context: AnswerContext
    let started: MonotonicTime
    /// The handler, while it works.
    var task: Task<Void, Never>?
}
