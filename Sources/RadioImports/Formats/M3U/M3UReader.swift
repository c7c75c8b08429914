/// Reads lists of stations: M3U with the attributes that players of guides know (`tvg-id`, `tvg-name`, `tvg-logo`,
/// `tvg-chno`, `group-title`, `radio`), PLS and XSPF. The content says which one it is, not the name.
///
/// Each entry is a channel. Entries that share a `tvg-id` share a guide and nothing else (`StationKeys`).
public struct M3UReader: StationReader, Sendable {
    public static let format = "m3u"

    private let known: KnownChannels

    /// - Parameter known: the channels that earlier imports of this source made.
    public init(known: KnownChannels = KnownChannels()) { self.known = known }

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        var stations = StationList(file: file.name, known: known, sink: sink)
        let bytes = try file.bytes
        let opening = SourceText.decode(bytes.prefix(200)).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            .lowercased()
        let isPacked = bytes.starts(with: [0x1F, 0x8B])
        if opening.hasPrefix("[playlist]") {
            try PLSList.read(file, into: &stations)
        } else if isPacked || opening.hasPrefix("<?xml") || opening.hasPrefix("<playlist") || opening.hasPrefix("<!--")
        {
            guard try XSPFList.read(file, into: &stations) else { return }
        } else {
            guard try read(file, into: &stations) else { return }
        }
        try stations.handOn()
    }

    /// False when it is no list of stations.
    private func read(_ file: SourceFile, into stations: inout StationList<some DraftSink>) throws -> Bool {
        var entry = StationEntry()
        var isRadio = true
        // `#EXTGRP` and `#EXTIMG` stand before `#EXTINF` in some lists.
        var (groups, image): ([String], String) = ([], "")
        var lines = SourceLines(file)
        while let (number, line) = try lines.next() {
            let text = DraftText.line(line, atMost: 8000)
            if text.hasPrefix("#EXTINF:") {
                let said = M3UEntry(text.dropFirst(8))
                entry = said.entry
                isRadio = said.isRadio
            } else if text.hasPrefix("#EXTGRP:") {
                groups.append(String(text.dropFirst(8)))
            } else if text.hasPrefix("#EXTIMG:") {
                image = DraftText.line(String(text.dropFirst(8)), atMost: 4000)
            } else if Self.isOfStream(text) {
                stations.sink.wrongFile(
                    "this is the playlist of one stream (HLS), not a list of stations",
                    at: Place(file: file.name, line: number))
                return false
            } else if !text.isEmpty, !text.hasPrefix("#") {
                entry.addresses = [text]
                entry.groups += groups
                if entry.logo.isEmpty { entry.logo = image }
                entry.line = number
                if isRadio {
                    try file.meter.hold(StationEntry.memory, line: number)
                    stations.add(entry)
                } else {
                    stations.sink.notice(
                        "the channel says that it is no radio, and is left out",
                        at: Place(file: file.name, line: number))
                }
                entry = StationEntry()
                isRadio = true
                (groups, image) = ([], "")
            }
        }
        return true
    }

    /// Whether a tag stands in playlists of one stream only (RFC 8216 §4.3); lists of stations have others of its tags.
    private static func isOfStream(_ text: String) -> Bool {
        ["#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-STREAM-INF", "#EXT-X-I-FRAME"].contains(
            where: text.hasPrefix)
    }
}
