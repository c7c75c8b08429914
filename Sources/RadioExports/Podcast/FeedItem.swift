import Radio
import Tenancy
import Web
import XML

/// A feed item for one recording.
struct FeedItem {
    let recording: Recording
    let episode: EpisodeExcerpt
    let show: ShowExcerpt
    let tenant: Tenant
    let origin: Origin

    func write(to writer: inout XMLWriter) throws(XMLError) {
        try writer.open("item")
        try writer.field("title", episode.title)
        let text = [episode.description, episode.summary].first { !$0.isEmpty } ?? ""
        if !text.isEmpty { try writer.field("description", text) }
        // The tenant's slug survives a change of host name.
        try writer.field("guid", "version-\(recording.id)@\(tenant.slug)", ["isPermaLink": "false"])
        try writer.field("pubDate", (episode.publishedAt ?? recording.availableFrom).internetMessageDate)
        for genre in episode.genres { try writer.field("category", genre.name) }
        let media = recording.media.filter { $0.isOffered(by: recording, isMusic: show.isMusic) }
        // Podcast programs download the file.
        let best = media.first(where: \.isDownload) ?? media.first
        if let best {
            try writer.empty(
                "enclosure", ["url": best.url, "length": "\(best.bytes ?? 0)", "type": Self.mediaType(of: best)])
        }
        try writer.field("itunes:title", episode.title)
        if let duration = recording.durationMs { try writer.field("itunes:duration", "\(duration / 1000)") }
        if let season = episode.season, season > 0 { try writer.field("itunes:season", "\(season)") }
        if let part = episode.part, part > 0 { try writer.field("itunes:episode", "\(part)") }
        try writer.field("itunes:episodeType", "full")
        try writer.field("itunes:explicit", "false")
        if !episode.summary.isEmpty { try writer.field("itunes:summary", episode.summary) }
        if let picture = episode.pictures.largest {
            try writer.empty("itunes:image", ["href": origin.absolute(picture.url)])
        }
        if let season = episode.season {
            try writer.field("podcast:season", "\(season)", ["name": episode.serial?.onOneLine.shortened(to: 128)])
        }
        if let part = episode.part { try writer.field("podcast:episode", "\(part)") }
        if recording.hasChapters {
            try writer.empty(
                "podcast:chapters",
                [
                    "url": origin.url("/api/v1/versions/\(recording.id)/chapters.json"), "type": ChaptersView.mediaType,
                ])
        }
        try Self.people(episode.credits, to: &writer)
        for one in media where one.url != best?.url { try alternate(one, to: &writer) }
        try writer.end()
    }

    /// Writes a `podcast:person` element for each credit, with names cut to 128 code points.
    static func people(_ credits: [Credit], to writer: inout XMLWriter) throws(XMLError) {
        for credit in credits {
            try writer.field("podcast:person", credit.name.onOneLine.shortened(to: 128), ["role": credit.role])
        }
    }

    private func alternate(_ media: Recording.Media, to writer: inout XMLWriter) throws(XMLError) {
        try writer.open(
            "podcast:alternateEnclosure",
            [
                "type": Self.mediaType(of: media), "length": media.bytes.map { "\($0)" },
                "bitrate": media.bitrate > 0 ? "\(Int(media.bitrate) * 1000)" : nil,
            ])
        try writer.empty("podcast:source", ["uri": media.url])
        try writer.end()
    }

    /// Returns the media type of an address, or "audio/mpeg" if it is unknown, because RSS requires a media type.
    private static func mediaType(of media: Recording.Media) -> String { media.mediaType.unlessEmpty ?? "audio/mpeg" }
}
