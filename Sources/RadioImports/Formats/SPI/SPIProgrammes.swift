import Web
import XML

/// A reader for `epg` documents. Each `programmeGroup` becomes a show, each programme with an `id` or `shortId` an episode, each time of a programme
/// an airing on each channel of the programme, and each on-demand item a recording. A programme without a group belongs to a show with the
/// programme's name.
final class SPIProgrammes<Sink: DraftSink> {
    let file: String
    let sink: Sink
    let channels: [String: String]
    /// The keys of the groups that the file describes.
    var groups: Set<String> = []
    var shows: [String: (draft: ShowDraft, genres: [GenreDraft], line: Int)] = [:]
    var orderOfShows: [String] = []
    var genres: Set<String> = []
    var episodes: Set<String> = []
    var slots = SlotTable()
    var isMissingZoneReported = false
    /// The number of broadcasts read so far.
    var order = 0

    init(file: String, channels: [String: String], sink: Sink) {
        self.file = file
        self.channels = channels
        self.sink = sink
    }

    func read(_ root: XMLElement) throws {
        let language = root.language(within: "")
        for list in root.all("programmeGroups") {
            let inherited = list.language(within: language)
            for group in list.all("programmeGroup") {
                let id = identifier(of: group)
                guard !id.isEmpty else {
                    sink.fault(
                        "the group has no id and no shortId; it must have one of them",
                        at: position(group, "programmeGroup"))
                    continue
                }
                groups.insert(id)
                guard !SPITexts(element: group, language: group.language(within: inherited)).name.isEmpty else {
                    sink.notice(
                        "the group has no longName, mediumName or shortName; "
                            + "the show gets the name of the first programme in the group",
                        at: position(group, "programmeGroup"))
                    continue
                }
                note(show: id, named: group, channel: nil, language: inherited)
            }
        }
        let all = root.all("schedule").flatMap { broadcasts(in: $0, language: $0.language(within: language)) }
        for broadcast in all {
            // A programme that will be refused must not shorten others.
            guard let from = broadcast.from, !name(of: broadcast).isEmpty else { continue }
            for channel in broadcast.channels {
                slots.note(
                    from, end: end(of: broadcast, from: from), order: broadcast.order, line: broadcast.location.line,
                    channel: channel)
            }
        }
        slots.sort()
        for broadcast in all { try read(broadcast) }
        for key in orderOfShows {
            guard let show = shows[key] else { continue }
            let position = FilePosition(file: file, line: show.line)
            for genre in show.genres where genres.insert(genre.key).inserted {
                try sink.item(.genre(genre), at: position)
            }
            try sink.item(.show(show.draft), at: position)
        }
    }

    /// Returns the key of a programme or group: its CRID (RFC 4078), or else its `shortId`; empty for neither.
    func identifier(of element: XMLElement) -> String {
        DraftText.key(element.attributes["id"] ?? element.attributes["shortId"].map { "short:\($0)" } ?? "")
    }

    /// Returns the instant for an ISO 8601 date and time; `nil` for other text. A time without a zone is read as UTC, with a notice for the first one
    /// in the file.
    func instant(_ text: String, at element: XMLElement) -> Instant? {
        guard let (instant, isZoned) = ISO8601Text.instant(text) else { return nil }
        if !isZoned, !isMissingZoneReported {
            isMissingZoneReported = true
            sink.notice(
                "times without a zone are read as UTC; add the zone, as in 2026-05-01T19:30:00+02:00",
                at: position(element, "time"))
        }
        return instant
    }

    /// Returns the milliseconds of an ISO 8601 duration; `nil` for `nil` and, after a notice, for other text.
    func duration(_ text: String?, at element: XMLElement) -> Int64? {
        guard let text else { return nil }
        guard let duration = ISO8601Text.duration(text) else {
            sink.notice(
                "the duration \"\(DraftText.line(text, atMost: 40))\" is not imported: it must be an ISO 8601 duration, such as PT1H30M",
                at: position(element, "duration"))
            return nil
        }
        return duration
    }

    /// Returns the end of a broadcast that starts at `from`; `nil` without a valid duration.
    func end(of broadcast: Broadcast, from: Instant) -> Instant? {
        let time = broadcast.location
        let planned = time.attributes["duration"].flatMap(ISO8601Text.duration)
        let lasting =
            broadcast.actualStart == nil
            ? planned : time.attributes["actualDuration"].flatMap(ISO8601Text.duration) ?? planned
        return lasting.map { Instant(milliseconds: from.milliseconds + $0) }
    }

    private func name(of broadcast: Broadcast) -> String {
        SPITexts(element: broadcast.programme, language: broadcast.language).name
    }

    func position(_ element: XMLElement, _ detail: String) -> FilePosition {
        FilePosition(file: file, line: element.line, detail: detail)
    }
}
