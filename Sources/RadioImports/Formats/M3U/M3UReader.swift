/// A reader for station lists: M3U with the attributes of IPTV players (such as `tvg-id` and `group-title`), PLS and XSPF, told apart by content.
///
/// Each radio entry becomes a channel, and each group a category. Entries with the same `tvg-id` are separate channels that share a guide
/// (`StationKeys`).
public struct M3UReader: StationReader, Sendable {
    public static let format = "m3u"

    private let known: KnownChannels

    /// Creates a reader that gives stations the keys of the matching channels in `known`, which earlier imports of this source created.
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
        try stations.emit()
    }

    /// Adds the radio entries of an M3U list to `stations`, and reports television entries. Returns `false` after reporting that the file is the
    /// playlist of one stream.
    private func read(_ file: SourceFile, into stations: inout StationList<some DraftSink>) throws -> Bool {
        var entry = StationEntry()
        var isRadio = true
        var isInEntry = false
        // `#EXTGRP` within an entry is the group of that entry. `#EXTGRP` before an entry is the group of all following entries without one, up to
        // the next.
        var (group, groups): ([String], [String]) = ([], [])
        var image = ""
        var lines = SourceLines(file)
        while let (number, line) = try lines.next() {
            let text = DraftText.line(line, atMost: 8000)
            if let value = Self.value(of: "EXTINF", in: text) {
                let parsed = M3UEntry(value)
                entry = parsed.entry
                isRadio = parsed.isRadio
                isInEntry = true
            } else if let value = Self.value(of: "EXTGRP", in: text) {
                let names = value.split(separator: ";").map(String.init)
                if isInEntry { groups = names } else { group = names }
            } else if let value = Self.value(of: "EXTIMG", in: text) {
                image = DraftText.line(String(value), atMost: 4000)
            } else if Self.isOfStream(text) {
                stations.sink.wrongFile(
                    "the file is the playlist of one stream (HLS); import a list of stations (M3U, PLS or XSPF)",
                    at: FilePosition(file: file.name, line: number))
                return false
            } else if !isInEntry, let name = Self.numberedName(text) {
                entry.name = name
            } else if !text.isEmpty, !text.hasPrefix("#"), !text.uppercased().hasPrefix("EXTM3U") {
                entry.addresses = [text]
                entry.groups += groups
                if entry.groups.isEmpty { entry.groups = group }
                if entry.logo.isEmpty { entry.logo = image }
                entry.line = number
                if isRadio {
                    try file.meter.hold(StationEntry.memory, line: number)
                    stations.add(entry)
                } else {
                    stations.sink.notice(
                        "the channel is marked as television (radio=\"false\") and is not imported",
                        at: FilePosition(file: file.name, line: number))
                }
                entry = StationEntry()
                isRadio = true
                isInEntry = false
                (groups, image) = ([], "")
            }
        }
        return true
    }

    /// Returns the name in a comment such as "#12:Radio One", which some lists contain instead of `#EXTINF`; `nil` for other text.
    private static func numberedName(_ text: String) -> String? {
        guard text.hasPrefix("#"), let colon = text.firstIndex(of: ":"),
            DraftText.number(String(text[..<colon].dropFirst()), in: 0...99_999) != nil
        else { return nil }
        let name = DraftText.line(String(text[text.index(after: colon)...]), atMost: 500)
        return name.isEmpty ? nil : name
    }

    /// Returns the text after a tag and its colon; `nil` for other lines. The "#" is optional, because word processors remove it.
    private static func value(of tag: String, in text: String) -> Substring? {
        let parsed = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard parsed.prefix(tag.count + 1).uppercased() == "\(tag):" else { return nil }
        return parsed.dropFirst(tag.count + 1)
    }

    /// Returns whether a line has a tag of playlists of a single stream (RFC 8216 §4.3).
    private static func isOfStream(_ text: String) -> Bool {
        ["#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-STREAM-INF", "#EXT-X-I-FRAME"].contains(
            where: text.hasPrefix)
    }
}
