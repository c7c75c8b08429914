import Tenancy
import Web

/// What is known of a tenant's channels at one revision: the line-up, what is on round the buffer, and what is said beside
/// it. A value that never changes; a newer revision is another scene.
struct RadioScene: Sendable {
    /// Of the radio data; what was changed after it is not in here.
    private(set) var revision: RadioRevision
    /// The instants that can be answered for.
    let covers: Range<Instant>
    /// How far back a listener may go, in milliseconds (spec R17).
    let bufferMs: Int64
    /// The active channels.
    let channels: [LineUpChannel]
    let categories: [Category]
    /// Answers that are made of the line-up alone: as good for every scene that was made of this one.
    let answers = LineUpAnswers()
    /// What is counted of the channels; none in a scene that is not kept.
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

    /// The same with other tracks of some channels and what stands beside them, as it is at a later revision which changed
    /// nothing else.
    func with(
        _ tracks: [Channel.ID: ChannelTrack], _ companions: Companions, as revision: RadioRevision
    ) -> RadioScene {
        var scene = self
        scene.revision = revision
        scene.tracks.merge(tracks) { $1 }
        scene.companions.take(companions)
        return scene
    }

    /// What stands beside cuts and airings: texts and pictures by their keys.
    struct Companions: Sendable {
        var shows: [Show.ID: Work] = [:]
        var episodes: [Episode.ID: Work] = [:]
        var people: [Person.ID: Artist] = [:]
        var art: [Art.ID: Art] = [:]

        /// Takes in what was read later.
        fileprivate mutating func take(_ other: Companions) {
            Self.merge(other.shows, into: &shows)
            Self.merge(other.episodes, into: &episodes)
            Self.merge(other.people, into: &people)
            Self.merge(other.art, into: &art)
        }

        /// Copies nothing where nothing is new, which is so nearly always.
        private static func merge<Key, Value: Equatable>(_ new: [Key: Value], into known: inout [Key: Value]) {
            for (key, value) in new where known[key] != value { known[key] = value }
        }

        /// A show or an episode as it is named beside what is on.
        struct Work: Sendable, Hashable {
            let title: String
            let description: String
            let art: Art.ID?
            /// Whether the public may look at it.
            let isActive: Bool
        }

        /// An artist with a biography (spec R15).
        struct Artist: Sendable, Hashable {
            let biography: String
            let art: Art.ID?
        }
    }

    /// A channel by its key; `nil` for one that is unknown or inactive.
    func channel(_ id: Channel.ID) -> LineUpChannel? { byID[id].map { channels[$0] } }

    /// The same by its name in addresses.
    func channel(slug: String) -> LineUpChannel? { channels.first { $0.channel.slug.utf8.elementsEqual(slug.utf8) } }

    func track(_ id: Channel.ID) -> ChannelTrack { tracks[id] ?? .empty }

    /// Whether what is on one channel over these instants is all in here.
    func answers(_ id: Channel.ID, from: Instant, through: Instant) -> Bool {
        covers.contains(from) && covers.contains(through) && track(id).knownFrom <= from
    }

    func show(_ id: Show.ID?) -> Companions.Work? { id.flatMap { companions.shows[$0] } }
    func episode(_ id: Episode.ID?) -> Companions.Work? { id.flatMap { companions.episodes[$0] } }
    func artist(_ id: Person.ID?) -> Companions.Artist? { id.flatMap { companions.people[$0] } }
    func art(_ id: Art.ID?) -> Art? { id.flatMap { companions.art[$0] } }

    /// When a listener of a channel hears what the studio sends at another instant: title and ear go together.
    static func heard(_ channel: Channel, at now: Instant) -> Instant {
        now.advanced(byMs: -Int64(channel.liveDelayMs))
    }
}
