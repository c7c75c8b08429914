import XML

/// A reader for podcasts: RSS 2.0 with the elements of iTunes and of Podcasting 2.0.
///
/// The feed becomes a show. Each item becomes an episode, and its audio a recording that is available from the publication date. The file is read
/// twice, because elements about the whole feed may follow the items. Memory holds one item, hashes of each item's identifiers, and the keys of all
/// people and genres.
///
/// Chapters and transcripts in separate files, `itunes:explicit` of items, trailers and `podcast:liveItem` are omitted with a notice.
public struct RSSReader: StationReader, Sendable {
    public static let format = "rss"

    public init() {}

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, reportingTo: sink) else { return }
        var guids = RepeatedGuids()
        let prefixes = FeedNamespace.prefixes
        let root = try source.read(streaming: ["item"], prefixes: prefixes, reportingTo: sink) { item in
            try file.meter.hold(RepeatedGuids.memory, line: item.line)
            guids.note(item)
        }
        guard let root else { return }
        let position = FilePosition(file: file.name, line: root.line)
        guard root.name == "rss", let channel = root.child(named: "channel") else {
            let reason =
                root.localName == "feed"
                ? "the file is an Atom feed; import the podcast's RSS 2.0 feed"
                : root.name == "rss"
                    ? "the rss element has no channel; it must contain one"
                    : "the root element is \(DraftText.line(root.name, atMost: 50)); it must be rss"
            return sink.wrongFile(reason, at: position)
        }
        let feed = try FeedChannel(channel, file: file.name, reportingTo: sink)
        guard let feed else { return }
        let items = FeedItems(file: file.name, feed: feed, guids: guids, sink: sink)
        // The first pass has verified that the file is well-formed.
        _ = try source.read(streaming: ["item"], prefixes: prefixes, reportingTo: sink) { try items.emit($0) }
        items.finish()
    }
}
