import Tenancy
import XML

/// A playlist of the best live HTTP stream of each channel, without the channels that have none. In M3U and XSPF, each entry also contains the
/// channel's identifier in the XMLTV guide.
struct PlaylistDocument {
    let channels: [StationChannel]
    let tenant: Tenant
    let origin: Origin

    private var entries: [(channel: StationChannel, address: String)] {
        channels.compactMap { channel in channel.streams.first.map { (channel, $0.uri) } }
    }

    /// Returns the playlist as extended M3U in UTF-8, with the attributes that IPTV players read.
    func m3u() -> [UInt8] {
        var text =
            "#EXTM3U x-tvg-url=\"\(origin.url("/xmltv/guide.xml.gz"))\" url-tvg=\"\(origin.url("/xmltv/guide.xml.gz"))\"\n"
        for (channel, address) in entries {
            var attributes = [
                ("tvg-id", channel.guideID(origin)), ("tvg-name", channel.name),
            ]
            if let logo = channel.pictures.largest { attributes.append(("tvg-logo", origin.absolute(logo.url))) }
            if let number = channel.number { attributes.append(("tvg-chno", "\(number)")) }
            if let category = channel.categories.first { attributes.append(("group-title", category)) }
            attributes.append(("radio", "true"))
            if let past = channel.timeShift {
                attributes += [("catchup", "default"), ("catchup-days", "1"), ("catchup-source", past.uri)]
            }
            let written = attributes.map { " \($0.0)=\"\(Self.quoted($0.1))\"" }.joined()
            text += "#EXTINF:-1\(written),\(channel.name.onOneLine)\n\(address)\n"
        }
        return Array(text.utf8)
    }

    /// Returns the playlist as PLS, the INI-style format of Winamp.
    func pls() -> [UInt8] {
        var text = "[playlist]\n"
        for (index, entry) in entries.enumerated() {
            text +=
                "File\(index + 1)=\(entry.address)\nTitle\(index + 1)=\(entry.channel.name.onOneLine)\nLength\(index + 1)=-1\n"
        }
        return Array((text + "NumberOfEntries=\(entries.count)\nVersion=2\n").utf8)
    }

    /// Returns the playlist as XSPF version 1 (Xiph.Org).
    func xspf() throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter(indentation: 2)
        try writer.open("playlist", ["version": "1", "xmlns": "http://xspf.org/ns/0/"])
        try writer.field("title", tenant.name)
        try writer.field("info", origin.url("/"))
        try writer.field("location", origin.url("/playlist.xspf"))
        try writer.open("trackList")
        for (channel, address) in entries {
            try writer.open("track")
            try writer.field("location", address)
            try writer.field("title", channel.name)
            if !channel.description.isEmpty { try writer.field("annotation", channel.description) }
            if let website = channel.website { try writer.field("info", website) }
            if let logo = channel.pictures.largest { try writer.field("image", origin.absolute(logo.url)) }
            try writer.field("meta", channel.guideID(origin), ["rel": origin.url("/xmltv/guide.xml")])
            try writer.end()
        }
        try writer.end()
        try writer.end()
        return try writer.finish()
    }

    /// Returns a text as the value of an M3U attribute: on one line, and with apostrophes in place of quotation marks, which M3U cannot escape.
    private static func quoted(_ text: String) -> String { text.onOneLine.replacing("\"", with: "'") }
}
