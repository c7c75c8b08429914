extension PlayerSession {
    /// The session with an excerpt in place of the items of its queue, which are stored separately as a `PlayerQueueContent`.
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

    /// Whether the session was read with an excerpt of its queue, and handling this event may need other items. `handle` then needs the session
    /// with its content; otherwise the session with the excerpt has the same reaction as the session with its content.
    public func needsContent(for event: PlayerEvent.Kind) -> Bool {
        guard queue.excerpt != nil else { return false }
        return event.readsQueue || !queue.knowsNeighbours(wraps: repeatMode == .all)
    }
}

extension PlayerEvent.Kind {
    /// Whether the event reads or changes items other than the current item and the items that can be played next to it.
    fileprivate var readsQueue: Bool {
        switch self {
        case .select, .setShuffle, .replaceQueue, .insert, .move, .remove: true
        default: false
        }
    }
}
