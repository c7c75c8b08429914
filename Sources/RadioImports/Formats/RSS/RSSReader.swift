import XML

/// Reads podcasts: RSS 2.0 with the tags of iTunes and of Podcasting 2.0.
///
/// The feed is a show, an item an episode, its sound a version on demand from the day of its publication. The file is read
/// twice, first for what is said of the whole feed, which may stand after the items; one item is held at a time.
///
/// Left out: `podcast:liveItem`, since a feed has no channel to be live on, and what it announces comes as an item when it is
/// recorded; chapters and transcripts in files of their own, as nothing is fetched; `itunes:explicit`, as a show has no
/// place for it; trailers of the feed, and everything about payment. Each but the last is said once.
public struct RSSReader: StationReader, Sendable {
    public static let format = "rss"

    public init() {}

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, telling: sink) else { return }
        var guids = RepeatedGuids()
        let prefixes = FeedNamespace.prefixes
        let root = try source.read(handingOn: ["item"], prefixes: prefixes, telling: sink) { item in
            try file.meter.hold(RepeatedGuids.memory, line: item.line)
            guids.note(item)
        }
        guard let root else { return }
        let place = Place(file: file.name, line: root.line)
        guard root.name == "rss", let channel = root.child(named: "channel") else {
            let reason =
                root.localName == "feed"
                ? "the file is an Atom feed; import the podcast's RSS 2.0 feed"
                : "the root element must be rss and contain a channel"
            return sink.wrongFile(reason, at: place)
        }
        let feed = try FeedChannel(channel, file: file.name, telling: sink)
        guard let feed else { return }
        let items = FeedItems(file: file.name, feed: feed, guids: guids, sink: sink)
        // Well-formed, as the first reading was.
        _ = try source.read(handingOn: ["item"], prefixes: prefixes, telling: sink) { try items.handOn($0) }
        items.finish()
    }
}
