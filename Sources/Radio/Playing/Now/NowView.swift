import Web

/// The programme of a channel at an instant (spec R14-R16). Missing parts are encoded as `null`.
struct NowView: Encodable, Sendable, Hashable {
    let channel: ChannelNameView
    @Nullable var cut: CutView?
    let art: ArtView
    let about: About
    @Nullable var airing: PlayingAiringView?
    @Nullable var show: ReferenceView?
    @Nullable var episode: ReferenceView?
    @Nullable var segment: TimedSegmentView?
    /// The instant of the next change; `nil` if none is scheduled.
    @Nullable var validUntil: Instant?

    /// The text about the current programme: the artist's biography, or else the channel's description. The server selects the text for all apps
    /// (spec R15).
    struct About: Encodable, Sendable, Hashable {
        let kind: String
        let text: String
    }

    init(_ channel: LineUpChannel, at instant: Instant, in snapshot: RadioSnapshot) {
        self.init(channel, snapshot.track(channel.channel.id).moment(at: instant), in: snapshot)
    }

    init(_ channel: LineUpChannel, _ moment: ChannelTrack.Moment, in snapshot: RadioSnapshot) {
        let artist = snapshot.artist(moment.cut?.cut.person)
        let episode = snapshot.episode(moment.airing?.episode)
        let show = snapshot.show(moment.airing?.show)
        self.channel = ChannelNameView(channel.channel)
        cut = moment.cut.map(CutView.init)
        art = ArtView(
            snapshot.art(moment.cut?.cut.art), snapshot.art(artist?.art), snapshot.art(episode?.art),
            snapshot.art(show?.art),
            snapshot.art(channel.channel.art), of: .channel)
        about =
            if let artist, !artist.biography.isEmpty {
                About(kind: "artist-bio", text: artist.biography)
            } else {
                About(kind: "channel-description", text: channel.channel.description)
            }
        airing = moment.airing.map { PlayingAiringView($0, in: snapshot) }
        self.show = moment.airing.flatMap { ReferenceView(show: $0.show, in: snapshot) }
        self.episode = moment.airing.flatMap { ReferenceView(episode: $0, in: snapshot) }
        segment = moment.segment.map(TimedSegmentView.init)
        validUntil = moment.changesAt
    }

    /// Returns whether two views are equal apart from `validUntil`.
    func isSame(as other: NowView) -> Bool {
        channel == other.channel && cut == other.cut && art == other.art && about == other.about
            && airing == other.airing && show == other.show && episode == other.episode && segment == other.segment
    }
}

/// The ID and the names of a channel.
struct ChannelNameView: Encodable, Sendable, Hashable {
    let id: String
    let slug: String
    let name: String

    init(_ channel: Channel) {
        id = channel.id.description
        slug = channel.slug
        name = channel.name
    }
}

/// A cut: a song or another item in the programme.
struct CutView: Encodable, Sendable, Hashable {
    let id: String
    let kind: String
    let isMusic: Bool
    let title: String
    /// The artist, at most one name; empty if unknown. "&" also occurs in the names of bands, so names are never split.
    let artists: [String]
    let album: String
    let label: String
    let isrc: String?
    let startsAt: Instant
    /// The duration in milliseconds; omitted if unknown.
    let durationMs: Int64?

    init(_ played: PlayedCut) {
        let cut = played.cut
        id = cut.id.description
        kind = cut.kind
        isMusic = cut.isMusic
        title = cut.title
        artists = cut.artist.isEmpty ? [] : [cut.artist]
        album = cut.album
        label = cut.label
        isrc = cut.isrc
        startsAt = played.startsAt
        durationMs = cut.durationMs
    }
}

/// A broadcast in responses of the public API.
struct PlayingAiringView: Encodable, Sendable, Hashable {
    let id: String
    /// The broadcast's own title; if it has none, the title of its episode, or else of its show.
    let title: String
    let description: String
    let showId: String
    let episodeId: String?
    let startsAt: Instant
    let endsAt: Instant
    let isLive: Bool
    let isRepeat: Bool

    init(_ airing: Airing, in snapshot: RadioSnapshot) {
        let show = snapshot.show(airing.show)
        let episode = snapshot.episode(airing.episode)
        id = airing.id.description
        title = airing.title.isEmpty ? episode?.title ?? show?.title ?? "" : airing.title
        description = airing.description.isEmpty ? episode?.description ?? show?.description ?? "" : airing.description
        showId = airing.show.description
        episodeId = airing.episode?.description
        startsAt = airing.startsAt
        endsAt = airing.endsAt
        isLive = airing.isLive
        isRepeat = airing.isRepeat
    }
}

extension ReferenceView {
    /// Creates the reference to a show, or returns `nil` if the show is inactive or unknown.
    init?(show id: Show.ID, in snapshot: RadioSnapshot) {
        guard let show = snapshot.show(id), show.isActive else { return nil }
        self.init(id: id.description, name: show.title)
    }

    /// Creates the reference to the episode of a broadcast, or returns `nil` if the episode is unknown or its show is inactive or unknown.
    init?(episode airing: Airing, in snapshot: RadioSnapshot) {
        guard let id = airing.episode, let episode = snapshot.episode(id), snapshot.show(airing.show)?.isActive == true
        else {
            return nil
        }
        self.init(id: id.description, name: episode.title)
    }
}

/// A segment of a broadcast (spec R25).
struct TimedSegmentView: Encodable, Sendable, Hashable {
    let id: String
    let airingId: String
    let kind: String
    let title: String
    let startsAt: Instant
    let durationMs: Int64
    let skippable: Bool

    init(_ timed: TimedSegment) {
        id = timed.segment.id.description
        airingId = timed.segment.airing.description
        kind = timed.segment.kind
        title = timed.segment.title
        startsAt = timed.startsAt
        durationMs = timed.durationMs
        skippable = timed.segment.isSkippable
    }
}
