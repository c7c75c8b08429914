/// Collects notifications that name single channels, by revision, until a scene includes their changes.
struct NoticeLog: Sendable {
    /// The most notifications kept. If more arrive, nobody is asking at this server, and the next request reads
    /// everything.
    static let limit = 1000

    private var channels: [RadioRevision: Set<Channel.ID>] = [:]
    /// The latest revision whose channels were dropped.
    private var lost: RadioRevision?

    var isEmpty: Bool { channels.isEmpty && lost == nil }

    mutating func note(_ channels: Set<Channel.ID>, at revision: RadioRevision) {
        guard self.channels.count < Self.limit else {
            lost = max(revision, self.channels.keys.max() ?? revision, lost ?? revision)
            self.channels = [:]
            return
        }
        self.channels[revision] = channels
    }

    /// The channels to read so that a scene of revision `known` becomes one of the returned revision; `nil` if a revision
    /// in between was not notified, so that everything must be read.
    func part(after known: RadioRevision) -> (channels: Set<Channel.ID>, revision: RadioRevision)? {
        guard lost == nil, let last = channels.keys.max(), last > known,
            last.rawValue - known.rawValue == channels.keys.count(where: { $0 > known })
        else { return nil }
        return (channels.reduce(into: []) { $0.formUnion($1.value) }, last)
    }

    /// Drops the notifications up to this revision, because a scene of it has been read.
    mutating func forget(through revision: RadioRevision) {
        channels = channels.filter { $0.key > revision }
        if let missing = lost, missing <= revision { lost = nil }
    }
}
