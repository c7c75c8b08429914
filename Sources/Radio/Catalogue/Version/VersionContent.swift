import Web

/// The editable content of a version: a recording of an episode that listeners can play on demand (spec R66).
package struct VersionContent: CatalogueContent {
    /// The recorded broadcast, whose cuts become chapters; `nil` if unknown.
    let airing: Reference<Airing.ID>?
    /// The start of the recording, in milliseconds from the start of the recorded broadcast; negative if the recording starts earlier.
    let airingOffsetMs: Int64
    let durationMs: Int64?
    package let availableFrom: Instant
    /// When the version stops being available; `nil` if never.
    package let availableUntil: Instant?
    /// Whether the rights allow downloads (spec R58).
    let isDownloadable: Bool
    package let media: [Media]

    package var label: String { "\(availableFrom)" }
    package var mentions: [Mention] { Mention.one(.airing, airing, at: "/airing") }
}

extension VersionContent {
    private enum CodingKeys: String, CodingKey {
        case airing, airingOffsetMs, durationMs, availableFrom, availableUntil, isDownloadable, media
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        airing = try draft.reference(.airing)
        airingOffsetMs = try draft.number(.airingOffsetMs, in: -604_800_000...604_800_000) ?? 0
        durationMs = try draft.number(.durationMs, in: 0...604_800_000)
        let from = try draft.instant(.availableFrom)
        draft.check(from != nil, .availableFrom, "is missing: send the time from which the recording is available")
        let until = try draft.instant(.availableUntil)
        if let from, let until {
            draft.check(from < until, .availableUntil, "must be later than availableFrom (\(from)), found \(until)")
        }
        isDownloadable = try draft.flag(.isDownloadable)
        media = try draft.parts(.media, limit: 50)
        draft.checkDistinct(media.map(\.url), .media, "a URL")
        try draft.finish()
        availableFrom = from ?? Instant(milliseconds: 0)
        availableUntil = until
    }
}
