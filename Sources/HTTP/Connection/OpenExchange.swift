/// A request on its way to its handler, or with it.
struct OpenExchange {
    /// While its content is on the way.
    var request: Request?
    let context: AnswerContext
    let started: MonotonicTime
    /// The handler, while it works.
    var task: Task<Void, Never>?
}
