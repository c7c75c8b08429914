/// The notifications that the snapshot does not include yet: the changed channels by revision.
struct NoticeLog: Sendable {
    /// The maximum number of logged notifications. If more arrive, the next read covers all channels.
    static let limit = 1000

    private var channels: [RadioRevision: Set<Channel.ID>] = [:]
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

    /// Returns the channels to read to bring a snapshot from revision `known` to the returned revision; `nil` if there is no later notification or
    /// one is missing.
    func part(after known: RadioRevision) -> (channels: Set<Channel.ID>, revision: RadioRevision)? {
        guard lost == nil, let last = channels.keys.max(), last > known,
            last.rawValue - known.rawValue == channels.keys.count(where: { $0 > known })
        else { return nil }
        return (channels.reduce(into: []) { $0.formUnion($1.value) }, last)
    }

    /// Removes the notifications up to and including `revision`, the revision of a new snapshot.
    mutating func forget(through revision: RadioRevision) {
        channels = channels.filter { $0.key > revision }
        if let missing = lost, missing <= revision { lost = nil }
    }
}
