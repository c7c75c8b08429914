import XML

/// A reader for podcast lists (OPML 2.0, subscription lists).
///
/// Each feed becomes a show. The feed's address is the key of the show and part of its description, and is not fetched. Feeds within folders are
/// imported, but not the folders.
public struct OPMLReader: StationReader, Sendable {
    public static let format = "opml"

    public init() {}

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, reportingTo: sink), let root = try source.read(reportingTo: sink) else {
            return
        }
        guard root.localName.lowercased() == "opml" else {
            return sink.wrongFile(
                "the root element is \(DraftText.line(root.name, atMost: 50)); it must be opml",
                at: FilePosition(file: file.name, line: root.line))
        }
        var lineOfFeed: [String: Int] = [:]
        for body in root.all("body") {
            try read(body.all("outline"), file: file.name, lineOfFeed: &lineOfFeed, into: sink)
        }
        if lineOfFeed.isEmpty {
            sink.fault(
                "the file contains no feed; add an outline whose xmlUrl is a web address",
                at: FilePosition(file: file.name, line: root.line))
        }
    }

    /// Returns the web address of a feed; `nil` if the text is no web address. Programs write "feed:", "pcast:" or "itpc:" instead of "http:" or
    /// before it.
    private static func feed(_ text: String) -> String? {
        guard let address = DraftText.address(text) else { return nil }
        for scheme in ["feed:", "pcast:", "itpc:"] where address.hasPrefix(scheme) {
            let rest = String(address.dropFirst(scheme.count))
            return DraftText.webAddress(rest.hasPrefix("//") ? "http:\(rest)" : rest)
        }
        return DraftText.webAddress(address)
    }

    private func read(
        _ outlines: [XMLElement], file: String, lineOfFeed: inout [String: Int], into sink: some DraftSink
    ) throws {
        for outline in outlines {
            try read(outline.all("outline"), file: file, lineOfFeed: &lineOfFeed, into: sink)
            // Programs spell attributes in either case.
            let attributes = Dictionary(outline.attributes.map { ($0.lowercased(), $1) }) { first, _ in first }
            guard let address = attributes["xmlurl"] else { continue }
            let position = FilePosition(file: file, line: outline.line, detail: "outline")
            guard let url = Self.feed(address) else {
                sink.fault(
                    "the xmlUrl must be a web address of at most 2000 characters, as in https://example.org/feed.xml, found "
                        + "\"\(DraftText.line(address, atMost: 100))\"", at: position)
                continue
            }
            if let line = lineOfFeed[url] {
                sink.notice(
                    "the feed has the same address as the feed on line \(line) and is not imported", at: position)
                continue
            }
            lineOfFeed[url] = outline.line
            let title = [attributes["title"], attributes["text"], url].lazy.map { PlainText.line($0, atMost: 1000) }
                .first { !$0.isEmpty }
            var show = ShowDraft(key: DraftText.key(url), title: title ?? url)
            show.website = DraftText.webAddress(attributes["htmlurl"])
            show.language = DraftText.language(attributes["language"])
            let description = PlainText.of(attributes["description"], atMost: 90_000)
            show.description = description.isEmpty ? "Feed: \(url)" : "\(description)\n\nFeed: \(url)"
            try sink.item(.show(show), at: position)
        }
    }
}
