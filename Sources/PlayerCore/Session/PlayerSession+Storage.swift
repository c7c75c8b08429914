extension PlayerSession {
    /// The session without the items of its queue, which are stored separately as a `PlayerQueueContent`.
    public var withoutContent: Self {
        var session = self
        session.queue = queue.withoutContent
        return session
    }

    /// Returns the session with the separately stored items of its queue.
    public func with(_ content: PlayerQueueContent) -> Self {
        var session = self
        session.queue = queue.with(content)
        return session
    }
}
