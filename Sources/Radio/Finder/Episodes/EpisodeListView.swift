import Web

/// The response of `findShowEpisodes`.
struct EpisodeListView: Encodable, Sendable {
    let items: [RowView]
    /// The index of the first row that is on air, encoded as `null` if there is none (spec R42).
    @Nullable var anchorIndex: Int?
    let before: String?
    let after: String?

    struct RowView: Encodable, Sendable {
        let kind: String
        let selectAction: String
        let title: String
        let summary: String
        let episodeId: String?
        let part: Int32?
        let art: FinderArtView?
        let startsAt: Instant
        let endsAt: Instant?
        let airingId: String?
        let channelId: String?
        let isLive: Bool
        let isRepeat: Bool
        let durationMs: Int64?
        let availableUntil: Instant?
    }

    init(_ list: EpisodeList) {
        items = list.rows.map { row in
            RowView(
                kind: row.kind.rawValue, selectAction: row.selectAction, title: row.title, summary: row.summary,
                episodeId: row.episode?.description, part: row.part, art: row.art.map(FinderArtView.init),
                startsAt: row.startsAt, endsAt: row.endsAt, airingId: row.airing?.description,
                channelId: row.channel?.description, isLive: row.isLive, isRepeat: row.isRepeat,
                durationMs: row.durationMs, availableUntil: row.availableUntil)
        }
        anchorIndex = list.anchorIndex
        before = list.before?.description
        after = list.after?.description
    }
}
