import Cryptography
import HTTP
import SoundCloud
import Web

/// The response of `getDiscover` and `setDiscover`: the starting track, the related tracks and the listening position.
package struct DiscoverView: Encodable, Sendable {
    /// The starting track; `nil` if the listener has chosen none.
    package let seed: TrackView?
    package let fetchedAt: Instant?
    package let tracks: [TrackView]
    package let resume: Resume
    let revision: Int64
    /// The number of related tracks that could not be read; `nil` except in the response of `setDiscover`.
    let unreadable: Int64?

    /// The position at which listening stopped: the index of a track, from 0, and the time in the track, in milliseconds.
    package struct Resume: Encodable, Sendable {
        package let index: Int64
        package let positionMs: Int64

        init(_ resume: DiscoverSet.Resume) {
            (index, positionMs) = (Int64(resume.index), Int64(resume.positionMs))
        }
    }

    package init(_ set: DiscoverSet?, _ items: CloudItemStore.Items, _ marks: ListenerMarks, unreadable: Int? = nil) {
        func track(_ key: Int64) -> TrackView? {
            items.tracks[key].map { TrackView($0, key: key, marks) }
        }
        seed = set.flatMap { track($0.seedKey) }
        fetchedAt = set?.fetchedAt
        tracks = (set?.tracks ?? []).compactMap(track)
        resume = Resume(set?.resume ?? DiscoverSet.Resume())
        revision = Int64(set?.revision ?? 0)
        self.unreadable = unreadable.map { Int64($0) }
    }
}

/// The response of `setDiscoverResume`.
struct DiscoverResumeView: Encodable, Sendable {
    package let index: Int64
    package let positionMs: Int64
    let revision: Int64
}

extension Response {
    /// Returns the response with an entity tag that contains a digest of the response's content (``DiscoverTag``). A response whose content is not in
    /// memory is returned unchanged.
    func tagged(_ revision: Int32, of listener: Listener) -> Response {
        guard case .bytes(let bytes) = content else { return self }
        let digest = String(SHA256.hash(data: bytes).hexadecimal.prefix(24))
        var answer = self
        answer.fields["ETag"] = DiscoverTag.text(revision, of: listener, digest: digest)
        answer.fields["Cache-Control"] = "private, no-cache"
        return answer
    }
}
