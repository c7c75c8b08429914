import Web

/// What `findSchedule` and `findStartNow` answer: broadcasts of a channel in the order of their starts (spec R17, R34).
struct GuideView: Encodable, Sendable {
    let items: [Row]

    /// A broadcast, and what selecting it does.
    struct Row: Encodable, Sendable, Hashable {
        let airing: PlacedAiringView
        let show: WorkView?
        let episode: WorkView?
        let art: ArtView
        /// `tune` to one that began inside the buffer, `set-alert` for one to come; left out for what is over for good.
        let selectAction: String?

        init(_ airing: Airing, heard: Instant, in scene: RadioScene) {
            self.airing = PlacedAiringView(airing, in: scene)
            show = WorkView(show: airing.show, in: scene)
            episode = WorkView(episode: airing, in: scene)
            art = ArtView(
                scene.art(scene.episode(airing.episode)?.art), scene.art(scene.show(airing.show)?.art),
                scene.art(scene.channel(airing.channel)?.channel.art), of: .show)
            selectAction =
                if airing.startsAt > heard {
                    "set-alert"
                } else if airing.startsAt > heard.advanced(byMs: -scene.bufferMs) {
                    "tune"
                } else {
                    nil
                }
        }
    }

    init(_ airings: some Sequence<Airing>, heard: Instant, in scene: RadioScene) {
        items = airings.map { Row($0, heard: heard, in: scene) }
    }
}
