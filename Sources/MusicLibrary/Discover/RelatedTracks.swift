/// What upstream names as related to a track: all its pages, up to a bound.
struct RelatedTracks: Sendable {
    /// In upstream's order, each once, without the track itself.
    private(set) var tracks: [CloudTrack] = []
    /// How many could not be read; they are left out.
    private(set) var unreadable = 0

    /// How many are kept, and how many pages are asked for at most.
    static let most = 200
    static let pages = 20

    /// Asks for them. A page that does not come fails all of it: a set is whole or stays what it was.
    init(to seed: CloudURN, from cloud: any MusicService, as tokens: any TokenSource) async throws {
        var known: Set<CloudURN> = [seed]
        var cursors: Set<CloudCursor> = []
        var cursor: CloudCursor?
        for _ in 0..<Self.pages {
            let page = try await cloud.tracks(.related(to: seed), after: cursor, as: tokens)
            unreadable += page.faults.count
            tracks += page.items.filter { known.insert($0.urn).inserted }
            // A cursor that leads back would go round and round.
            guard tracks.count < Self.most, let next = page.next, cursors.insert(next).inserted else { break }
            cursor = next
        }
        tracks = Array(tracks.prefix(Self.most))
    }
}
