extension PlayerSession {
    /// The session without the items of its queue, to be stored beside a `PlayerQueueContent`.
    public var withoutContent: Self {
        var session = self
        session.queue = queue.withoutContent
        return session
    }

    /// Returns the session with the items that were stored apart.
    public func with(_ content: PlayerQueueContent) -> Self {
        var session = self
        session.queue = queue.with(content)
        return session
    }
}
