import Web
import XML

extension SPIProgrammes {
    func read(_ broadcast: Broadcast) throws {
        let programme = broadcast.programme
        let texts = SPITexts(element: programme, language: broadcast.language)
        guard !texts.name.isEmpty else {
            if broadcast.isFirst {
                sink.fault(
                    "the programme has no longName, mediumName or shortName; it must have one of them",
                    at: position(programme, "programme"))
            }
            return
        }
        let show = show(of: programme, texts: texts, channel: broadcast.channels.first, language: broadcast.language)
        if broadcast.isFirst { try emitProgramme(programme, texts: texts, show: show) }
        guard let start = broadcast.start else { return }
        for channel in broadcast.channels {
            try emitAiring(broadcast, texts: texts, show: show, channel: channel, start: start)
        }
    }

    func emitAiring(
        _ broadcast: Broadcast, texts: SPITexts, show: String, channel: String, start: Instant
    ) throws {
        let time = broadcast.location
        let position = position(time, "time")
        let length = duration(time.attributes["duration"], at: time)
        // An actual time takes precedence, and must not overlap another broadcast.
        let from = broadcast.actualStart ?? start
        let lasting =
            broadcast.actualStart == nil ? length : duration(time.attributes["actualDuration"], at: time) ?? length
        let end = lasting.map { Instant(milliseconds: from.milliseconds + $0) }
        let slotEnd: Instant
        switch slots.slot(from, order: broadcast.order, channel: channel, end: end) {
        case .until(let end): slotEnd = end
        case .cut(let next):
            slotEnd = next
            sink.notice("the programme overlaps the next programme and is shortened to end at \(next)", at: position)
        case .endless:
            return sink.fault(
                "the programme has no valid duration, and no other programme of its service starts within 24 hours; "
                    + "add a duration, as in PT1H30M",
                at: position)
        case .backwards:
            return sink.fault(
                "the programme's duration must be more than zero and at most a week, found \(lasting ?? 0) ms",
                at: position)
        case .taken(let line):
            return sink.fault(
                "the programme on line \(line) starts at the same time on this service; only one of them can be imported",
                at: position)
        }
        let planned = length.flatMap { $0 > 0 ? $0 : nil } ?? slotEnd.milliseconds - from.milliseconds
        let plannedEnd = broadcast.actualStart == nil ? slotEnd : Instant(milliseconds: start.milliseconds + planned)
        let key = DraftText.key("\(channel)|\(broadcast.name)")
        var airing = AiringDraft(key: key, channel: channel, show: show, plannedStart: start, plannedEnd: plannedEnd)
        let id = identifier(of: broadcast.programme)
        airing.episode = id.isEmpty ? nil : id
        if id.isEmpty {
            airing.title = texts.name
            airing.description = texts.description
        }
        if let actualStart = broadcast.actualStart {
            airing.actualStart = actualStart
            airing.actualEnd = slotEnd
        }
        try sink.item(.airing(airing), at: position)
        for (index, event) in broadcast.programme.all("programmeEvent").enumerated() {
            try emit(event: event, number: index, of: airing, language: broadcast.language)
        }
    }

    /// Passes an event of a programme to the sink as a segment and, if it is music with a name, also as a played track (`CutDraft`). An event with a
    /// performer or a TV-Anytime genre 3.6 is music. The segment and the track are shortened to the end of the programme. An event without a duration
    /// or a start within its programme is a fault.
    func emit(event: XMLElement, number: Int, of airing: AiringDraft, language: String) throws {
        let texts = SPITexts(element: event, language: event.language(within: language))
        let start = airing.actualStart ?? airing.plannedStart
        let whole = (airing.actualEnd ?? airing.plannedEnd).milliseconds - start.milliseconds
        let times = event.all("location").flatMap(\.children)
        var offset: Int64?
        var length: Int64?
        if let relative = times.first(where: { $0.localName == "relativeTime" }) {
            offset = duration(relative.attributes["time"], at: relative)
            length = duration(relative.attributes["duration"], at: relative)
        } else if let time = times.first(where: { $0.localName == "time" }),
            let absolute = time.attributes["time"].flatMap({ instant($0, at: time) })
        {
            offset = absolute.milliseconds - start.milliseconds
            length = duration(time.attributes["duration"], at: time)
        }
        guard let length else {
            return sink.fault(
                "the event has no valid duration; add a duration, as in PT3M30S", at: position(event, "programmeEvent"))
        }
        guard let offset, offset >= 0, offset < whole else {
            return sink.fault(
                "the event must start from 0 to \(whole - 1) ms after the start of its programme, found "
                    + (offset.map { "\($0)" } ?? "no start"), at: position(event, "programmeEvent"))
        }
        let lasting = min(length, whole - offset)
        var segment = SegmentDraft(airing: airing.key, offsetMs: offset, durationMs: lasting)
        segment.title = texts.name
        let performer = event.all("mediaDescription").flatMap { $0.all("mediaCredit") } + event.all("mediaCredit")
        let artist = performer.first { ["performer", "artist"].contains($0.attributes["role"]?.lowercased()) }
        let isMusic = artist != nil || texts.genres.contains { $0.key.contains(":3.6") }
        if isMusic { segment.kind = "song" }
        try sink.item(.segment(segment), at: position(event, "programmeEvent"))
        guard isMusic, !texts.name.isEmpty else { return }
        var cut = CutDraft(key: DraftText.key("\(airing.key)|\(number)"), channel: airing.channel, title: texts.name)
        cut.airing = airing.key
        cut.startsAt = Instant(milliseconds: start.milliseconds + offset)
        cut.position = Int32(clamping: number)
        cut.durationMs = lasting
        cut.artist = DraftText.line(artist?.text, atMost: 2000)
        try sink.item(.cut(cut), at: position(event, "programmeEvent"))
    }
}
