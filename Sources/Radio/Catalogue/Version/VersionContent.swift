import Web

/// What programmers say of an episode as it can be heard whenever one likes, within its rights (spec R66).
struct VersionContent: CatalogueContent {
    /// The broadcast it was recorded from: its cuts are its chapters.
    let airing: Reference<Airing.ID>?
    /// Where in that broadcast the recording begins.
    let airingOffsetMs: Int64
    let durationMs: Int64?
    let availableFrom: Instant
    /// Without one it stays.
    let availableUntil: Instant?
    /// Whether its rights allow a copy on a device (spec R58).
    let isDownloadable: Bool
    let media: [Media]

    var label: String { "\(availableFrom)" }
    var mentions: [Mention] { Mention.one(.airing, airing, at: "/airing") }
}

extension VersionContent {
    private enum CodingKeys: String, CodingKey {
        case airing, airingOffsetMs, durationMs, availableFrom, availableUntil, isDownloadable, media
    }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        airing = try draft.reference(.airing)
        airingOffsetMs = try draft.number(.airingOffsetMs, in: -604_800_000...604_800_000) ?? 0
        durationMs = try draft.number(.durationMs, in: 0...604_800_000)
        let from = try draft.instant(.availableFrom)
        draft.check(from != nil, .availableFrom, "is missing")
        let until = try draft.instant(.availableUntil)
        if let from, let until { draft.check(from < until, .availableUntil, "must be later than availableFrom") }
        isDownloadable = try draft.flag(.isDownloadable)
        media = try draft.parts(.media, limit: 50)
        draft.check(Set(media.map(\.url)).count == media.count, .media, "must not repeat a url")
        try draft.finish()
        availableFrom = from ?? Instant(milliseconds: 0)
        availableUntil = until
    }
}
