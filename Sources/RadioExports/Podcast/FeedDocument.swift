import Radio
import Tenancy
import Web
import XML

/// The podcast feed of a show: RSS 2.0 with the iTunes and podcast ("Podcasting 2.0") namespaces.
struct FeedDocument {
    static let mediaType = "application/rss+xml; charset=utf-8"

    let show: ShowExcerpt
    let episodes: [Int64: EpisodeExcerpt]
    let recordings: [Recording]
    /// The current or next broadcast with its channel; `nil` if there is none.
    let next: (programme: Programme, channel: StationChannel)?
    let tenant: Tenant
    let origin: Origin
    let mark: ExportMark
    let now: Instant

    private var address: String { origin.url("/api/v1/shows/\(show.id)/feed.xml") }
    private var link: String { show.website ?? origin.url("/") }

    func bytes() throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter(indentation: 2)
        try writer.open(
            "rss",
            [
                "version": "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom",
                "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
                "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
            ])
        try writer.open("channel")
        try head(to: &writer)
        if let next { try LiveItem(next.programme, next.channel, origin, tenant, now: now).write(to: &writer) }
        for recording in recordings {
            guard let episode = episodes[recording.episode.rawValue] else { continue }
            try FeedItem(recording: recording, episode: episode, show: show, tenant: tenant, origin: origin)
                .write(to: &writer)
        }
        try writer.end()
        try writer.end()
        return try writer.finish()
    }

    private func head(to writer: inout XMLWriter) throws(XMLError) {
        try writer.field("title", show.title)
        try writer.field("link", link)
        try writer.field("description", [show.description, show.summary, show.title].first { !$0.isEmpty } ?? "")
        if !show.language.isEmpty { try writer.field("language", show.language) }
        try writer.field("generator", "Tutti")
        if let changedAt = mark.changedAt { try writer.field("lastBuildDate", changedAt.internetMessageDate) }
        try writer.empty("atom:link", ["href": address, "rel": "self", "type": "application/rss+xml"])
        if let picture = show.pictures.largest {
            try writer.open("image")
            try writer.field("url", origin.absolute(picture.url))
            try writer.field("title", show.title)
            try writer.field("link", link)
            try writer.end()
            try writer.empty("itunes:image", ["href": origin.absolute(picture.url)])
        }
        try writer.field("itunes:author", tenant.name)
        try writer.field("itunes:explicit", "false")
        try writer.field("itunes:type", "episodic")
        if !show.summary.isEmpty { try writer.field("itunes:summary", show.summary) }
        for category in PodcastCategory.categories(of: show.genres, isMusic: show.isMusic) {
            try writer.open("itunes:category", ["text": category.name])
            for subcategory in category.subcategories { try writer.empty("itunes:category", ["text": subcategory]) }
            try writer.end()
        }
        for genre in show.genres { try writer.field("category", genre.name) }
        try writer.field("podcast:guid", FeedIdentifier.guid(of: address))
        try writer.field("podcast:medium", "podcast")
        try FeedItem.people(show.credits, to: &writer)
    }
}
