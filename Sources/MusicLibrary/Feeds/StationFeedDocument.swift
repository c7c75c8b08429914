import Cryptography
import SoundCloud
import Web
import XML

/// A station as a podcast feed: RSS 2.0 with the iTunes and podcast namespaces.
///
/// Podcast apps keep enclosures, so only playable tracks whose uploader allows downloads have an enclosure (spec L39, decision 0039).
struct StationFeedDocument: Sendable {
    static let mediaType = "application/rss+xml; charset=utf-8"

    let name: String
    let items: [StationFeedStore.Item]
    /// The scheme and host of absolute addresses, such as "https://music.example".
    let origin: String
    let secret: String
    /// Whether a SoundCloud application is configured, so that audio is available.
    let hasAudio: Bool

    private var address: String { "\(origin)\(StationFeedRoutes.path)?token=\(secret)" }
    private var link: String { "\(origin)/library/podcasts/stations" }

    func bytes() throws -> [UInt8] {
        var writer = try XMLWriter(indentation: 2)
        try writer.start("rss")
        try writer.attribute("version", "2.0")
        try writer.attribute("xmlns:atom", "http://www.w3.org/2005/Atom")
        try writer.attribute("xmlns:itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd")
        try writer.attribute("xmlns:podcast", "https://podcastindex.org/namespace/1.0")
        try writer.start("channel")
        try writer.element("title", name.fitForXML)
        try writer.element("link", link)
        try writer.element("description", "The station \(name.fitForXML), with recordings from SoundCloud.")
        try writer.element("generator", "Tutti")
        try writer.element(
            "atom:link", attributes: [("href", address), ("rel", "self"), ("type", "application/rss+xml")])
        // The feed is private: directories must not list it, and other hosts must not import it.
        try writer.element("itunes:block", "Yes")
        try writer.element("podcast:locked", "yes")
        try writer.element("itunes:explicit", "false")
        try writer.element("itunes:type", "serial")
        try writer.element("podcast:guid", Self.guid(of: address))
        try writer.element("podcast:medium", "podcast")
        for (position, item) in items.enumerated() { try write(item, position + 1, to: &writer) }
        try writer.end()
        try writer.end()
        return try writer.finish()
    }

    private func write(_ item: StationFeedStore.Item, _ number: Int, to writer: inout XMLWriter) throws(XMLError) {
        try writer.start("item")
        try writer.element("title", item.title.fitForXML)
        if let address = item.permalink.asAddress { try writer.element("link", address) }
        if !item.about.isEmpty { try writer.element("description", item.about.fitForXML) }
        try writer.element("guid", item.urn.description, attributes: [("isPermaLink", "false")])
        try writer.element("pubDate", Self.date(item.publishedAt))
        if hasAudio, item.isDownloadable {
            // The length is unknown until the audio is requested.
            try writer.element(
                "enclosure",
                attributes: [
                    ("url", "\(origin)\(StationFeedRoutes.audioPath)?track=\(item.urn)&token=\(secret)"),
                    ("length", "0"),
                    ("type", AudioQuality.aac160.mediaType),
                ])
        }
        try writer.element("itunes:title", item.title.fitForXML)
        try writer.element("itunes:author", item.artist.fitForXML)
        if item.durationMs > 0 { try writer.element("itunes:duration", "\(item.durationMs / 1000)") }
        try writer.element("itunes:episode", "\(number)")
        try writer.element("itunes:explicit", "false")
        if let picture = item.artwork.asAddress { try writer.element("itunes:image", attributes: [("href", picture)]) }
        try writer.end()
    }

    /// Returns a date in the format of RFC 5322 §3.3, in UTC, such as "Mon, 15 Jun 2026 12:00:00 +0000".
    static func date(_ instant: Instant) -> String {
        // The description has the form "2026-06-15T12:00:00.000Z".
        let text = instant.description
        let part = { (from: Int, count: Int) in String(text.dropFirst(from).prefix(count)) }
        let day = instant.milliseconds / 86_400_000 - (instant.milliseconds % 86_400_000 < 0 ? 1 : 0)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((day % 7 + 7) % 7)]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[(Int(part(5, 2)) ?? 1) - 1]
        return "\(weekday), \(part(8, 2)) \(month) \(part(0, 4)) \(part(11, 8)) +0000"
    }

    /// Returns a version 5 UUID (RFC 9562 §5.5) of an address, without the scheme of the address, in the podcast namespace.
    static func guid(of address: String) -> String {
        let name = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
        let space: [UInt8] = [
            0xEA, 0xD4, 0xC2, 0x36, 0xBF, 0x58, 0x58, 0xC6, 0xA2, 0xC6, 0xA6, 0xB2, 0x8D, 0x12, 0x8C, 0xB6,
        ]
        var bytes = Array(Insecure.SHA1.hash(data: space + Array(name.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}
