import Foundation
import Web

/// A reader for the tracklists of weekly shows: CSV with `artist`, `title`, `sequence` from 0, `programTitle`, `episodeTitle`, `episodeTimestamp`
/// with the UTC offset of that day, and optionally `album` and `recordLabel`.
///
/// Each row becomes a played track. Rows with the same show and time belong to one broadcast, which becomes an episode and an airing. Files list
/// the newest rows first, and titles are often changed later, so the first row takes precedence over a later row of the same broadcast or position. A
/// broadcast ends after three hours or when the next one starts, whichever is earlier.
struct TracklistsReader: StationReader {
    static let format = "tracklists"

    /// The key and slug of the channel; `nil` for the file name up to the first dot.
    let channel: String?
    /// The time zone for a new channel; `nil` for that of the tenant.
    let timeZone: String?

    private static let longest: Int64 = 3 * 3_600_000
    private static let needed = ["artist", "title", "sequence", "programTitle", "episodeTitle", "episodeTimestamp"]

    private struct Broadcast: Hashable {
        let program: String
        let start: Instant

        var key: String { "\(program) \(start)" }
    }

    func read(_ file: SourceFile, into sink: some DraftSink) throws {
        let channel = channel ?? file.name.split(separator: ".").first.map(String.init) ?? file.name
        var met: [Broadcast: (title: String, position: FilePosition)] = [:]
        var shows: Set<String> = []
        var tracks: [Broadcast: [Int32: String]] = [:]
        func mentionChannel() throws {
            var draft = ChannelDraft(key: channel, name: channel)
            draft.slug = channel
            draft.isKnownBySlug = true
            draft.timeZone = timeZone
            draft.isMention = true
            try sink.item(.channel(draft), at: FilePosition(file: file.name, line: 1))
        }
        try HeadedCSV.read(file, needed: Self.needed, into: sink, begin: mentionChannel) { record in
            func position(_ column: String) -> FilePosition {
                FilePosition(file: file.name, line: record.line, detail: column)
            }
            let program = record["programTitle"]
            guard !program.isEmpty else {
                return sink.fault("the row has no show; each row must have one", at: position("programTitle"))
            }
            try file.meter.hold(128, line: record.line)
            guard let time = Instant(rfc3339: record["episodeTimestamp"]) else {
                return sink.fault(
                    "the time must be an RFC 3339 date-time, such as 2026-05-01T19:30:00Z, "
                        + "found \"\(record["episodeTimestamp"])\"",
                    at: position("episodeTimestamp"))
            }
            guard let sequence = Int32(record["sequence"]), sequence >= 0 else {
                return sink.fault(
                    "the position in the list must be a whole number, at least 0, found \"\(record["sequence"])\"",
                    at: position("sequence"))
            }
            guard !record["title"].isEmpty || !record["artist"].isEmpty else {
                return sink.fault(
                    "the row has neither an artist nor a title; each row must have one of them", at: position("title"))
            }
            if shows.insert(program).inserted {
                var show = ShowDraft(key: program, title: program)
                show.channels = [channel]
                show.isMusic = true
                try sink.item(.show(show), at: position("programTitle"))
            }
            let broadcast = Broadcast(program: program, start: time)
            let title = record["episodeTitle"].isEmpty ? program : record["episodeTitle"]
            if let known = met[broadcast] {
                if known.title != title, tracks[broadcast]?[sequence] == nil {
                    sink.notice(
                        "\"\(title)\" starts at the same time as \"\(known.title)\" and is imported as the same broadcast",
                        at: position("episodeTitle"))
                }
            } else {
                met[broadcast] = (title, position("episodeTitle"))
            }
            let track = "\(record["artist"]) – \(record["title"])"
            if let known = tracks[broadcast]?[sequence] {
                if known != track {
                    sink.notice(
                        "position \(sequence) of \(broadcast.key) already has \"\(known)\"; \"\(track)\" is not imported",
                        at: position("sequence"))
                }
                return
            }
            tracks[broadcast, default: [:]][sequence] = track
            var cut = CutDraft(key: "\(broadcast.key) \(sequence)", channel: channel, title: record["title"])
            cut.airing = broadcast.key
            cut.position = sequence
            cut.artist = record["artist"]
            cut.album = record["album"]
            cut.label = record["recordLabel"]
            try sink.item(.cut(cut), at: position(""))
        }
        try emit(met.map { ($0.key, $0.value.title, $0.value.position) }, channel, sink)
    }

    /// Passes the episodes and their broadcasts to the sink. Must be called after the last row, because the next start ends a broadcast.
    private func emit(
        _ broadcasts: [(Broadcast, title: String, FilePosition)], _ channel: String, _ sink: some DraftSink
    ) throws {
        let sorted = broadcasts.sorted { ($0.0.start, $0.0.program) < ($1.0.start, $1.0.program) }
        for (index, (broadcast, title, position)) in sorted.enumerated() {
            var episode = EpisodeDraft(key: broadcast.key, show: broadcast.program, title: title)
            episode.publishedAt = broadcast.start
            try sink.item(.episode(episode), at: position)
            let next = sorted[(index + 1)...].first { $0.0.start > broadcast.start }?.0.start.milliseconds ?? .max
            let end = min(broadcast.start.milliseconds + Self.longest, next)
            var airing = AiringDraft(
                key: broadcast.key, channel: channel, show: broadcast.program, plannedStart: broadcast.start,
                plannedEnd: Instant(milliseconds: end))
            airing.episode = broadcast.key
            try sink.item(.airing(airing), at: position)
        }
    }
}
