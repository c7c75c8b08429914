extension PlayerSession {
    /// The session with an excerpt in place of the items of its queue.
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

    /// Returns whether handling an event of this kind may need items that were not read. If so, call `handle` on the session with its content.
    public func needsContent(for event: PlayerEvent.Kind) -> Bool {
        guard queue.excerpt != nil else { return false }
        return event.readsQueue || !queue.knowsNeighbours(wraps: repeatMode == .all)
    }
}

extension PlayerEvent.Kind {
    /// Whether the event needs more than the current item and its neighbours.
    fileprivate var readsQueue: Bool {
        switch self {
        case .select, .setShuffle, .replaceQueue, .insert, .move, .remove: true
        default: false
        }
    }
}
