import Tenancy
import Web

/// A snapshot of a tenant's channels at one revision: the line-up, the programmes around the buffer, and the texts and
/// pictures shown with them. A snapshot is immutable; a new revision makes a new snapshot.
package struct RadioSnapshot: Sendable {
    /// The revision of the radio data. Later changes are not included.
    private(set) var revision: RadioRevision
    /// The period for which the snapshot has data.
    let covers: Range<Instant>
    /// The length of the buffer in milliseconds: the time by which a listener may go back (spec R17).
    package let bufferMs: Int64
    /// The active channels.
    let channels: [LineUpChannel]
    let categories: [Category]
    /// The cached answers that depend only on the line-up. Snapshots derived from this snapshot share them.
    let answers = LineUpAnswers()
    /// The counters of the channels; empty in a snapshot that is not kept.
    var tallies: [Channel.ID: ChannelTally] = [:]
    private var tracks: [Channel.ID: ChannelTrack]
    private var companions: Companions
    private let byID: [Channel.ID: Int]

    init(lineUp: LineUpReading, covers: Range<Instant>, tracks: [Channel.ID: ChannelTrack], companions: Companions) {
        revision = lineUp.revision
        self.covers = covers
        bufferMs = lineUp.bufferMs
        channels = lineUp.channels
        categories = lineUp.categories
        self.tracks = tracks
        self.companions = companions
        byID = Dictionary(
            lineUp.channels.enumerated().map { ($1.channel.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a copy at a later revision, with new tracks of some channels and their texts and pictures.
    func with(
        _ tracks: [Channel.ID: ChannelTrack], _ companions: Companions, as revision: RadioRevision
    ) -> RadioSnapshot {
        var snapshot = self
        snapshot.revision = revision
        snapshot.tracks.merge(tracks) { $1 }
        snapshot.companions.take(companions)
        return snapshot
    }

    /// The texts and pictures of cuts and airings, by key.
    package struct Companions: Sendable {
        var shows: [Show.ID: Work] = [:]
        var episodes: [Episode.ID: Work] = [:]
        var people: [Person.ID: Artist] = [:]
        var art: [Art.ID: Art] = [:]

        /// Merges data that was read later.
        fileprivate mutating func take(_ other: Companions) {
            Self.merge(other.shows, into: &shows)
            Self.merge(other.episodes, into: &episodes)
            Self.merge(other.people, into: &people)
            Self.merge(other.art, into: &art)
        }

        /// Writes only changed values. Usually there are none, and the dictionary is not copied.
        private static func merge<Key, Value: Equatable>(_ new: [Key: Value], into known: inout [Key: Value]) {
            for (key, value) in new where known[key] != value { known[key] = value }
        }

        /// A show or an episode that is shown with a programme.
        package struct Work: Sendable, Hashable {
            package let title: String
            let description: String
            let art: Art.ID?
            /// Whether the public may see the show or episode.
            let isActive: Bool
        }

        /// An artist with a biography (spec R15).
        struct Artist: Sendable, Hashable {
            let biography: String
            let art: Art.ID?
        }
    }

    /// Returns a channel by its id; `nil` if the channel is unknown or inactive.
    package func channel(_ id: Channel.ID) -> LineUpChannel? { byID[id].map { channels[$0] } }

    /// Returns a channel by its slug; `nil` if the channel is unknown or inactive.
    func channel(slug: String) -> LineUpChannel? { channels.first { $0.channel.slug.utf8.elementsEqual(slug.utf8) } }

    package func track(_ id: Channel.ID) -> ChannelTrack { tracks[id] ?? .empty }

    /// Whether the snapshot has all programmes of the channel in this period.
    func answers(_ id: Channel.ID, from: Instant, through: Instant) -> Bool {
        covers.contains(from) && covers.contains(through) && track(id).knownFrom <= from
    }

    package func show(_ id: Show.ID?) -> Companions.Work? { id.flatMap { companions.shows[$0] } }
    package func episode(_ id: Episode.ID?) -> Companions.Work? { id.flatMap { companions.episodes[$0] } }
    func artist(_ id: Person.ID?) -> Companions.Artist? { id.flatMap { companions.people[$0] } }
    func art(_ id: Art.ID?) -> Art? { id.flatMap { companions.art[$0] } }

    /// Returns the studio time that a listener of the channel hears now, so that titles match what is heard.
    package static func heard(_ channel: Channel, at now: Instant) -> Instant {
        now.advanced(byMs: -Int64(channel.liveDelayMs))
    }
}
