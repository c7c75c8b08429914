/// What was said of changes that concerned some channels only, by their revisions, until a scene has them.
struct NoticeLog: Sendable {
    /// More are not kept: nobody asks here, and whoever comes next reads all.
    static let limit = 1000

    private var channels: [RadioRevision: Set<Channel.ID>] = [:]
    /// The last of those that there was no room for.
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

    /// What a scene of a revision has to read, and of which revision it then is; `nil` where a revision between is not told
    /// of: whatever that changed, only a reading of all has it.
    func part(after known: RadioRevision) -> (channels: Set<Channel.ID>, revision: RadioRevision)? {
        guard lost == nil, let last = channels.keys.max(), last > known,
            last.rawValue - known.rawValue == channels.keys.count(where: { $0 > known })
        else { return nil }
        return (channels.reduce(into: []) { $0.formUnion($1.value) }, last)
    }

    /// A scene of this revision has been read.
    mutating func forget(through revision: RadioRevision) {
        channels = channels.filter { $0.key > revision }
        if let missing = lost, missing <= revision { lost = nil }
    }
}
