import Web

/// The response of `findSchedule` and `findStartNow`: the broadcasts of a channel, ordered by start (spec R17, R34).
struct GuideView: Encodable, Sendable {
    let items: [Row]

    struct Row: Encodable, Sendable, Hashable {
        let airing: PlayingAiringView
        let show: WrittenView<ReferenceView>?
        let episode: ReferenceView?
        let art: WrittenView<ArtView>
        /// `tune` if the broadcast started within the buffer, `set-alert` if it is upcoming; `nil` if it started before the buffer.
        let selectAction: String?

        fileprivate init(_ airing: Airing, studioTime: Instant, in snapshot: RadioSnapshot, _ parts: inout Parts) throws
        {
            self.airing = PlayingAiringView(airing, in: snapshot)
            show = try parts.show(airing, in: snapshot)
            episode = ReferenceView(episode: airing, in: snapshot)
            art = try parts.art(airing, in: snapshot)
            selectAction =
                if airing.startsAt > studioTime {
                    "set-alert"
                } else if airing.startsAt > studioTime.advanced(byMs: -snapshot.bufferMs) {
                    "tune"
                } else {
                    nil
                }
        }
    }

    /// The views that broadcasts share, each encoded once, because hundreds of broadcasts have few shows.
    fileprivate struct Parts {
        private struct Pictures: Hashable {
            let episode: Art.ID?
            let show: Art.ID?
            let channel: Channel.ID
        }

        private var shows: [Show.ID: WrittenView<ReferenceView>?] = [:]
        private var art: [Pictures: WrittenView<ArtView>] = [:]

        mutating func show(_ airing: Airing, in snapshot: RadioSnapshot) throws -> WrittenView<ReferenceView>? {
            if let known = shows[airing.show] { return known }
            let made = try ReferenceView(show: airing.show, in: snapshot).map(WrittenView.init)
            shows[airing.show] = .some(made)
            return made
        }

        mutating func art(_ airing: Airing, in snapshot: RadioSnapshot) throws -> WrittenView<ArtView> {
            let pictures = Pictures(
                episode: snapshot.episode(airing.episode)?.art, show: snapshot.show(airing.show)?.art,
                channel: airing.channel)
            if let known = art[pictures] { return known }
            let made = try WrittenView(
                ArtView(
                    snapshot.art(pictures.episode), snapshot.art(pictures.show),
                    snapshot.art(snapshot.channel(airing.channel)?.channel.art), of: .show))
            art[pictures] = made
            return made
        }
    }

    init(_ airings: some Sequence<Airing>, studioTime: Instant, in snapshot: RadioSnapshot) throws {
        var parts = Parts()
        items = try airings.map { try Row($0, studioTime: studioTime, in: snapshot, &parts) }
    }
}
