/// The supported import formats.
public enum ImportFormats {
    public static let all: [ImportFormat] = [
        ImportFormat("cro", endings: [".json"]) { _ in CRoReader() },
        ImportFormat("wmuc", coverage: .whole, endings: [".json"]) { WMUCReader(timeZone: $0.timeZone) },
        ImportFormat("plays", endings: [".csv", "stations.json"], related: ["stations.json"]) { _ in PlaysReader() },
        ImportFormat("tracklists", endings: [".csv"]) { TracklistsReader(channel: $0.channel, timeZone: $0.timeZone) },
        ImportFormat("eibi", endings: [".csv"]) { _ in EibiReader() },
        ImportFormat("spi", endings: [".xml"]) { SPIReader(channels: $0.known.keyByBearer) },
        ImportFormat("xmltv", coverage: .span, endings: [".xml", ".xml.gz"]) { _ in XMLTVReader() },
        ImportFormat("m3u", endings: [".m3u", ".m3u8", ".pls", ".xspf"]) { M3UReader(known: $0.known) },
        ImportFormat("rss", endings: [".xml", ".rss"]) { _ in RSSReader() },
        ImportFormat("opml", endings: [".opml", ".xml"]) { _ in OPMLReader() },
    ]

    /// Returns the format with this name; `nil` if there is none.
    public static func format(named name: String) -> ImportFormat? { all.first { $0.name == name } }
}
