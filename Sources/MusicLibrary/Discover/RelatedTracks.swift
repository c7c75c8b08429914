import SoundCloud

/// The tracks that SoundCloud relates to a track, from all pages up to a limit.
struct RelatedTracks: Sendable {
    /// The tracks in SoundCloud's order, without duplicates and without the track itself.
    private(set) var tracks: [CloudTrack] = []
    /// The number of related tracks that could not be read and were omitted.
    private(set) var unreadable = 0

    /// The maximum number of related tracks; further tracks are omitted.
    static let most = 200
    /// The maximum number of pages of related tracks to request from SoundCloud.
    static let pages = 20

    /// Requests related tracks until the last page, `most` tracks or `pages` pages are read. Throws the error of the service, so that a set is never
    /// stored in part.
    init(to seed: CloudURN, from cloud: any MusicService, as tokens: any TokenSource) async throws {
        var known: Set<CloudURN> = [seed]
        var cursors: Set<CloudCursor> = []
        var cursor: CloudCursor?
        for _ in 0..<Self.pages {
            let page = try await cloud.tracks(.related(to: seed), after: cursor, as: tokens)
            unreadable += page.faults.count
            tracks += page.items.filter { known.insert($0.urn).inserted }
            // A repeated cursor would cause an endless loop.
            guard tracks.count < Self.most, let next = page.next, cursors.insert(next).inserted else { break }
            cursor = next
        }
        tracks = Array(tracks.prefix(Self.most))
    }
}
