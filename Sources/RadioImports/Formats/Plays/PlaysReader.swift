import Radio
import Web

/// A reader for logs of songs recognised on several stations.
///
/// A log is CSV with `station_slug`, `recognized_at` in UTC, `artist`, `title` and optionally `isrc`. A file `stations.json` beside the log contains
/// the names and streams of the stations. Each row becomes a played track, and each station a channel. If a channel that is not from this source has
/// the slug of a station, the tracks are added to that channel.
struct PlaysReader: StationReader {
    static let format = "plays"

    func read(_ file: SourceFile, into sink: some DraftSink) throws {
        if file.name.lowercased().hasSuffix(".json") {
            try stations(file, sink)
        } else {
            try plays(file, sink)
        }
    }

    private func plays(_ file: SourceFile, _ sink: some DraftSink) throws {
        var met: Set<String> = []
        let needed = ["station_slug", "recognized_at", "artist", "title"]
        try HeadedCSV.read(file, needed: needed, into: sink) { record in
            func position(_ column: String) -> FilePosition {
                FilePosition(file: file.name, line: record.line, detail: column)
            }
            let station = record["station_slug"]
            guard !station.isEmpty else {
                return sink.fault("the row has no station; each row must have one", at: position("station_slug"))
            }
            guard let start = Instant(rfc3339: record["recognized_at"]) else {
                return sink.fault(
                    "the time must be an RFC 3339 date-time, such as 2026-05-01T19:30:00Z, "
                        + "found \"\(record["recognized_at"])\"",
                    at: position("recognized_at"))
            }
            guard !record["title"].isEmpty || !record["artist"].isEmpty else {
                return sink.fault(
                    "the row has neither an artist nor a title; each row must have one of them", at: position("title"))
            }
            if met.insert(station).inserted {
                try file.meter.hold(128, line: record.line)
                var channel = ChannelDraft(key: station, name: station)
                channel.slug = station
                channel.isKnownBySlug = true
                channel.isMention = true
                try sink.item(.channel(channel), at: position("station_slug"))
            }
            var cut = CutDraft(key: "\(station) \(start)", channel: station, title: record["title"])
            cut.startsAt = start
            cut.artist = record["artist"]
            let isrc = record["isrc"]
            if !isrc.isEmpty {
                // The printed form has hyphens (ISO 3901).
                cut.isrc = isrc.uppercased().replacing("-", with: "")
            }
            try sink.item(.cut(cut), at: position(""))
        }
    }

    private func stations(_ file: SourceFile, _ sink: some DraftSink) throws {
        var json = JSONFile(try file.bytes, meter: file.meter)
        do {
            let isThere = try json.elements(of: "stations") { node, index in
                let position = FilePosition(file: file.name, line: node.line, detail: "/\(index)")
                guard let slug = node["slug"]?.text, !slug.isEmpty else {
                    return sink.fault("the station has no slug; each station must have one", at: position)
                }
                guard let name = node["name"]?.text, !name.isEmpty else {
                    return sink.fault(
                        "the station \(slug.prefix(100)) has no name; each station must have one", at: position)
                }
                var channel = ChannelDraft(key: slug, name: name)
                channel.slug = slug
                channel.isKnownBySlug = true
                channel.colour = node["color"]?.text
                channel.website = node["website"]?.text.flatMap { $0.isEmpty ? nil : $0 }
                let isEnabled = node["enabled"]?.integer.map { $0 != 0 } ?? node["enabled"]?.flag ?? true
                channel.isInactive = !isEnabled
                if let stream = node["stream_url"]?.text, !stream.isEmpty {
                    channel.bearers = [
                        Bearer(uri: stream, purpose: .live, mediaType: "", bitrate: 0, cost: 0, offsetMs: 0)
                    ]
                }
                try sink.item(.channel(channel), at: position)
            }
            if !isThere {
                sink.wrongFile(
                    "the file must be a list of stations, or an object whose member \"stations\" is a list",
                    at: FilePosition(file: file.name, line: 1))
            }
        } catch let fault as JSONTokenizer.Fault {
            sink.fault(
                "the file cannot be read as JSON from this line on: \(fault.reason)",
                at: FilePosition(file: file.name, line: fault.line))
        }
    }
}
