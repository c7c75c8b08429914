import Tenancy
import Web

/// An immutable snapshot of a tenant's channels at one revision: the line-up, and the programmes in the period `covers` with their texts and
/// pictures.
package struct RadioSnapshot: Sendable {
    private(set) var revision: RadioRevision
    let covers: Range<Instant>
    /// The maximum time by which listeners can go back, in milliseconds (spec R17).
    package let bufferMs: Int64
    /// The active channels.
    package let channels: [LineUpChannel]
    let categories: [Category]
    /// The cached responses that depend only on the line-up, shared with derived snapshots.
    let answers = LineUpAnswers()
    /// The counters of the channels; empty in a snapshot that is not cached.
    var tallies: [Channel.ID: ChannelTally] = [:]
    private var tracks: [Channel.ID: ChannelTrack]
    private var related: RelatedItems
    private let byID: [Channel.ID: Int]

    init(lineUp: LineUpReading, covers: Range<Instant>, tracks: [Channel.ID: ChannelTrack], related: RelatedItems) {
        revision = lineUp.revision
        self.covers = covers
        bufferMs = lineUp.bufferMs
        channels = lineUp.channels
        categories = lineUp.categories
        self.tracks = tracks
        self.related = related
        byID = Dictionary(
            lineUp.channels.enumerated().map { ($1.channel.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a copy at a later revision, with new tracks of some channels.
    func with(
        _ tracks: [Channel.ID: ChannelTrack], _ related: RelatedItems, as revision: RadioRevision
    ) -> RadioSnapshot {
        var snapshot = self
        snapshot.revision = revision
        snapshot.tracks.merge(tracks) { $1 }
        snapshot.related.take(related)
        return snapshot
    }

    /// The texts and pictures of cuts and airings, by key.
    package struct RelatedItems: Sendable {
        var shows: [Show.ID: Work] = [:]
        var episodes: [Episode.ID: Work] = [:]
        var people: [Person.ID: Artist] = [:]
        var art: [Art.ID: Art] = [:]

        fileprivate mutating func take(_ other: RelatedItems) {
            Self.merge(other.shows, into: &shows)
            Self.merge(other.episodes, into: &episodes)
            Self.merge(other.people, into: &people)
            Self.merge(other.art, into: &art)
        }

        /// Writes only changed values, so an unchanged dictionary is not copied.
        private static func merge<Key, Value: Equatable>(_ new: [Key: Value], into known: inout [Key: Value]) {
            for (key, value) in new where known[key] != value { known[key] = value }
        }

        /// The title, description and picture of a broadcast's show or episode.
        package struct Work: Sendable, Hashable {
            package let title: String
            let description: String
            let art: Art.ID?
            /// Whether the show is public; always `true` for an episode.
            let isActive: Bool
        }

        /// The biography and picture of a cut's artist (spec R15).
        struct Artist: Sendable, Hashable {
            let biography: String
            let art: Art.ID?
        }
    }

    /// The active channels in the order of the line-up (spec R12). Costs a sort.
    package var lineUp: [LineUpChannel] {
        LineUp(channels, categories: categories, order: .category, platform: nil).channels
    }

    /// Returns the active channel with an ID, or `nil` if there is none.
    package func channel(_ id: Channel.ID) -> LineUpChannel? { byID[id].map { channels[$0] } }

    /// Returns the active channel with a slug, or `nil` if there is none. O(n) for n channels.
    func channel(slug: String) -> LineUpChannel? { channels.first { $0.channel.slug.utf8.elementsEqual(slug.utf8) } }

    package func track(_ id: Channel.ID) -> ChannelTrack { tracks[id] ?? .empty }

    /// Returns whether the snapshot contains all programmes of the channel in a period, including `through` itself.
    func answers(_ id: Channel.ID, from: Instant, through: Instant) -> Bool {
        covers.contains(from) && covers.contains(through) && track(id).knownFrom <= from
    }

    package func show(_ id: Show.ID?) -> RelatedItems.Work? { id.flatMap { related.shows[$0] } }
    package func episode(_ id: Episode.ID?) -> RelatedItems.Work? { id.flatMap { related.episodes[$0] } }
    func artist(_ id: Person.ID?) -> RelatedItems.Artist? { id.flatMap { related.people[$0] } }
    package func art(_ id: Art.ID?) -> Art? { id.flatMap { related.art[$0] } }

    /// Returns the studio time of the audio that listeners of the channel hear at `now`.
    package static func studioTime(_ channel: Channel, at now: Instant) -> Instant {
        now.advanced(byMs: -Int64(channel.liveDelayMs))
    }
}
