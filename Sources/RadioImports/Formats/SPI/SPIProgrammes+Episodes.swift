import Web
import XML

extension SPIProgrammes {
    func emitProgramme(_ programme: XMLElement, texts: SPITexts, show: String) throws {
        for genre in texts.genres where genres.insert(genre.key).inserted {
            try sink.item(.genre(genre), at: position(programme, "genre"))
        }
        let id = identifier(of: programme)
        let onDemand = programme.all("onDemand")
        guard !id.isEmpty else {
            for element in onDemand {
                sink.fault(
                    "the programme of an on-demand item must have an id or a shortId",
                    at: position(element, "onDemand"))
            }
            return
        }
        guard episodes.insert(id).inserted else { return }
        var episode = EpisodeDraft(key: id, show: show, title: texts.name)
        episode.summary = texts.summary
        episode.description = texts.description
        episode.genres = texts.genres.map(\.key)
        episode.art = texts.art
        let member = programme.first("memberOf")
        episode.part = DraftText.number(member?.attributes["index"], in: 0...1_000_000).map(Int32.init)
        let times = programme.all("location").flatMap { $0.all("time") }
        let starts = times.compactMap { $0.attributes["time"].flatMap(ISO8601Text.instant)?.instant }
        episode.publishedAt = starts.min()
        try sink.item(.episode(episode), at: position(programme, "programme"))
        for (index, element) in onDemand.enumerated() {
            let ends = times.compactMap { time -> Instant? in
                guard let start = time.attributes["time"].flatMap(ISO8601Text.instant)?.instant else { return nil }
                let length = time.attributes["duration"].flatMap(ISO8601Text.duration) ?? 0
                return Instant(milliseconds: start.milliseconds + length)
            }
            try emit(onDemand: element, number: index, of: id, after: ends.min())
        }
    }

    /// Passes a recording to the sink; an item without a web address or a valid period is a fault. The period is `presentationTime`, for streaming,
    /// or else `acquisitionTime`, for downloads. If the period has no valid start, the recording is available from `end`, the end of the first
    /// broadcast; `nil` without a broadcast.
    func emit(onDemand: XMLElement, number: Int, of episode: String, after end: Instant?) throws {
        let position = position(onDemand, "onDemand")
        let acquisition = onDemand.first("acquisitionTime")
        let window = onDemand.first("presentationTime") ?? acquisition
        let from = window?.attributes["start"].flatMap { instant($0, at: onDemand) } ?? end
        let until = window?.attributes["end"].flatMap { instant($0, at: onDemand) }
        let bearers = onDemand.all("bearer").filter { DraftText.webAddress($0.attributes["id"]) != nil }
        guard !bearers.isEmpty else {
            return sink.fault("the on-demand item must have a bearer with an http or https address", at: position)
        }
        guard let from else {
            return sink.fault(
                "the on-demand item must have a presentationTime or acquisitionTime with a valid start, such as "
                    + "2026-05-01T19:30:00+02:00", at: position)
        }
        if let until, until <= from {
            return sink.fault(
                "the on-demand item must end after it starts, found the start \(from) and the end \(until)",
                at: position)
        }
        let key = number == 0 ? episode : DraftText.key("\(episode)|\(number)")
        var version = VersionDraft(key: key, episode: episode, availableFrom: from)
        version.availableUntil = until
        version.durationMs = duration(window?.attributes["duration"], at: onDemand)
        version.isDownloadable = acquisition != nil
        for bearer in bearers {
            guard let url = DraftText.webAddress(bearer.attributes["id"]),
                !version.media.contains(where: { $0.url == url })
            else { continue }
            version.media.append(
                VersionDraft.Media(
                    url: url, isDownload: acquisition != nil && onDemand.first("presentationTime") == nil,
                    mediaType: DraftText.line(bearer.attributes["mimeValue"], atMost: 100),
                    bitrate: Int32(DraftText.number(bearer.attributes["bitrate"], in: 0...100_000) ?? 0)))
        }
        try sink.item(.version(version), at: position)
    }

    /// Returns the key of the show of a programme: a group that the file describes, or else the first group with an `id`, or else a key made from the
    /// name of the programme. Adds the show to `shows`, and `channel` to the show's channels unless it is `nil`. If a group has no name, its show gets
    /// the name of the first programme in the group. A group that the file does not describe gives a notice.
    func show(of programme: XMLElement, texts: SPITexts, channel: String?, language: String) -> String {
        let members = programme.all("memberOf")
        let known = members.lazy.map { self.identifier(of: $0) }.first { self.groups.contains($0) }
        // A `shortId` identifies a group only if the file describes it.
        let stated = members.lazy.compactMap { $0.attributes["id"].map(DraftText.key) }.first { !$0.isEmpty }
        if let group = known ?? stated {
            if !groups.contains(group), shows[group] == nil {
                sink.notice(
                    "the file has no programmeGroup for the group \"\(DraftText.line(group, atMost: 40))\"; "
                        + "the show gets the name of the first programme in the group",
                    at: position(programme, "memberOf"))
            }
            note(show: group, named: programme, channel: channel, language: language)
            return group
        }
        let key = DraftText.key("name:" + texts.name.lowercased())
        note(show: key, named: programme, channel: channel, language: language)
        return key
    }

    func note(show key: String, named element: XMLElement, channel: String?, language: String) {
        if shows[key] == nil {
            let texts = SPITexts(element: element, language: element.language(within: language))
            var draft = ShowDraft(key: key, title: texts.name)
            draft.language = element.language(within: language)
            draft.website = texts.website
            draft.art = texts.art
            draft.genres = texts.genres.map(\.key)
            // The description of a programme belongs to its episode.
            if element.localName == "programmeGroup" || element.attributes["id"] == nil {
                draft.summary = texts.summary
                draft.description = texts.description
            }
            shows[key] = (draft, texts.genres, element.line)
            orderOfShows.append(key)
        }
        if let channel, shows[key]?.draft.channels.contains(channel) == false {
            shows[key]?.draft.channels.append(channel)
        }
    }
}
