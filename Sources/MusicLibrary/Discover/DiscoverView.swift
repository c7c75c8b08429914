import Crypto
import HTTP
import Web

/// What `getDiscover` and `setDiscover` answer: the seed, what is related to it, and where listening stopped.
struct DiscoverView: Encodable, Sendable {
    /// `nil` as long as none was chosen.
    let seed: MarkedTrackView?
    let fetchedAt: Instant?
    let tracks: [MarkedTrackView]
    let resume: Resume
    let revision: Int64
    /// How many related tracks could not be read, right after they were asked for.
    let unreadable: Int64?

    struct Resume: Encodable, Sendable {
        let index: Int64
        let positionMs: Int64

        init(_ resume: DiscoverSet.Resume) {
            (index, positionMs) = (Int64(resume.index), Int64(resume.positionMs))
        }
    }

    init(_ set: DiscoverSet?, _ items: CloudItemStore.Items, _ marks: ListenerMarks, unreadable: Int? = nil) {
        func track(_ key: Int64) -> MarkedTrackView? {
            items.tracks[key].map { MarkedTrackView($0, key: key, marks) }
        }
        seed = set.flatMap { track($0.seedKey) }
        fetchedAt = set?.fetchedAt
        tracks = (set?.tracks ?? []).compactMap(track)
        resume = Resume(set?.resume ?? DiscoverSet.Resume())
        revision = Int64(set?.revision ?? 0)
        self.unreadable = unreadable.map { Int64($0) }
    }
}

/// What `setDiscoverResume` answers.
struct DiscoverResumeView: Encodable, Sendable {
    let index: Int64
    let positionMs: Int64
    let revision: Int64
}

extension Response {
    /// An answer of one listener's own with a digest in its tag (``DiscoverTag``).
    func tagged(_ revision: Int32, of listener: Listener) -> Response {
        guard case .bytes(let bytes) = content else { return self }
        let digest = SHA256.hash(data: bytes).prefix(12)
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        var answer = self
        answer.fields["ETag"] = DiscoverTag.text(revision, of: listener, digest: digest)
        answer.fields["Cache-Control"] = "private, no-cache"
        return answer
    }
}
