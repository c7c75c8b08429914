import Web
import XML

/// The conversion of a feed's items to episodes and recordings.
final class FeedItems<Sink: DraftSink> {
    private let file: String
    private let show: String
    private let isMusic: Bool
    private let sink: Sink
    private let addresses: FeedAddress
    private let guids: RepeatedGuids
    private var people: Set<String>
    private var genres: Set<String>
    private var lineOfKey = KeyLines()
    private var withChapters = 0
    private var withTranscripts = 0
    private var explicit = 0
    private var withoutOwnGuid = 0

    init(file: String, feed: FeedChannel, guids: RepeatedGuids, sink: Sink) {
        self.file = file
        self.guids = guids
        addresses = feed.addresses
        (show, isMusic, people, genres) = (feed.key, feed.isMusic, feed.people, feed.genres)
        self.sink = sink
    }

    /// Passes the episode of an item, its people, genres and recording to the sink. An item is a fault if nothing identifies it, if its key is that
    /// of an earlier item, or if it has neither a title nor a description.
    func emit(_ item: XMLElement) throws {
        let position = FilePosition(file: file, line: item.line, detail: "item")
        let sound = item.child(named: "enclosure")?.attributes["url"]
        var guid = RepeatedGuids.key(of: item)
        if let shared = guid, guids.contains(shared), addresses.absolute(sound) != nil {
            guid = nil
            withoutOwnGuid += 1
        }
        let identifiers = [guid, sound, item.child(named: "link")?.text]
        guard let identifier = identifiers.lazy.map({ DraftText.line($0, atMost: .max) }).first(where: { !$0.isEmpty })
        else {
            return sink.fault(
                "the item has no guid, enclosure or link to identify it by; each item must have one of them",
                at: position)
        }
        let key = DraftText.key(identifier)
        if let line = lineOfKey[key] {
            return sink.fault(
                "the guid, enclosure URL or link \"\(identifier.prefix(200))\" also identifies the item on line \(line); "
                    + "each item must have its own",
                at: position)
        }
        let titles = [item.child(named: "title")?.text, item.child(named: "itunes:title")?.text]
        let description = FeedTexts.description(of: item)
        // RSS 2.0 requires a title or a description for each item.
        let opening = DraftText.line(description.split(separator: "\n").first.map(String.init), atMost: 100)
        let title = titles.lazy.map { PlainText.line($0, atMost: 2000) }.first { !$0.isEmpty } ?? opening
        guard !title.isEmpty else {
            return sink.fault(
                "the item has neither a title nor a description; each item must have one of them", at: position)
        }
        _ = lineOfKey.note(key, line: item.line)
        var episode = EpisodeDraft(key: key, show: show, title: title)
        episode.summary = DraftText.line(item.child(named: "itunes:subtitle")?.text, atMost: 2000)
        episode.description = description
        episode.season = number(in: item, ["podcast:season", "itunes:season"], atMost: 100_000)
        episode.part = number(in: item, ["podcast:episode", "itunes:episode"], atMost: 1_000_000)
        episode.publishedAt = published(item, at: position)
        episode.art = FeedTexts.art(of: item, alt: title, addresses: addresses)
        for (person, role) in FeedTexts.people(of: item) {
            if people.insert(person.key).inserted { try sink.item(.person(person), at: position) }
            var credit = CreditDraft(person: person.key)
            credit.role = role
            if !episode.credits.contains(credit) { episode.credits.append(credit) }
        }
        for genre in FeedTexts.genres(of: item) {
            if genres.insert(genre.key).inserted { try sink.item(.genre(genre), at: position) }
            episode.genres.append(genre.key)
        }
        try sink.item(.episode(episode), at: position)
        try emitVersion(of: item, key: key, publishedAt: episode.publishedAt, at: position)
        if item.child(named: "podcast:chapters") != nil { withChapters += 1 }
        if item.child(named: "podcast:transcript") != nil { withTranscripts += 1 }
        let stated = DraftText.line(item.child(named: "itunes:explicit")?.text, atMost: 10).lowercased()
        if ["true", "yes", "explicit"].contains(stated) { explicit += 1 }
    }

    /// Reports how many items have elements that are not imported, or share a guid. Must be called after the last item.
    func finish() {
        let position = FilePosition(file: file, line: 0)
        if withChapters > 0 {
            sink.notice(
                "chapters in separate files are not fetched; items with a chapter file: \(withChapters)", at: position)
        }
        if withTranscripts > 0 {
            sink.notice(
                "transcripts in separate files are not fetched; items with a transcript file: \(withTranscripts)",
                at: position
            )
        }
        if withoutOwnGuid > 0 {
            sink.notice(
                "items that share a guid are identified by their enclosure URLs; "
                    + "items with a shared guid: \(withoutOwnGuid)",
                at: position)
        }
        if explicit > 0 {
            sink.notice("the mark \"explicit\" is not stored; items marked as explicit: \(explicit)", at: position)
        }
    }

    /// Passes the recording of an item to the sink: enclosures for download and alternate enclosures for streaming, or else the audio in Media RSS.
    /// Videos, pictures and documents are skipped. An item without any audio gets a notice instead of a recording, and an enclosure without a valid
    /// address is a fault. Without `publishedAt`, the recording is available from 1970, with a notice.
    private func emitVersion(of item: XMLElement, key: String, publishedAt: Instant?, at position: FilePosition)
        throws
    {
        var media: [VersionDraft.Media] = []
        for enclosure in item.children(named: "enclosure") {
            guard let url = addresses.absolute(enclosure.attributes["url"]) else {
                sink.fault(
                    "the enclosure's url must be a web address of at most 2000 characters, such as https://example.org/1.mp3, found "
                        + "\"\(DraftText.line(enclosure.attributes["url"], atMost: 100))\"", at: position)
                continue
            }
            guard !isNoSound(enclosure), !media.contains(where: { $0.url == url }) else { continue }
            media.append(
                VersionDraft.Media(
                    url: url, isDownload: true, mediaType: mediaType(of: enclosure, at: url),
                    bytes: bytes(enclosure, "length")))
        }
        for alternate in item.children(named: "podcast:alternateEnclosure") where !isNoSound(alternate) {
            for source in alternate.children(named: "podcast:source") {
                // Players do not support schemes such as ipfs:.
                guard let url = DraftText.webAddress(source.attributes["uri"]),
                    !media.contains(where: { $0.url == url })
                else { continue }
                let bitrate = DraftText.number(
                    alternate.attributes["bitrate"]?.split(separator: ".").first.map(String.init), in: 0...99_999_999)
                media.append(
                    VersionDraft.Media(
                        url: url, isDownload: false,
                        mediaType: mediaType(of: alternate, at: url),
                        bitrate: Int32((bitrate ?? 0) / 1000), bytes: bytes(alternate, "length")))
            }
        }
        if media.isEmpty { media = mediaContents(of: item) }
        guard !media.isEmpty else {
            return sink.notice(
                "the item has no enclosure, alternate enclosure or Media RSS content with a valid audio URL, "
                    + "so its episode is not available on demand",
                at: position)
        }
        if publishedAt == nil {
            sink.notice(
                "the item has no valid pubDate or dc:date; its recording is available from 1 January 1970", at: position
            )
        }
        var version = VersionDraft(key: key, episode: key, availableFrom: publishedAt ?? Instant(milliseconds: 0))
        version.isDownloadable = !isMusic
        version.media = media
        let duration = DraftText.line(item.child(named: "itunes:duration")?.text, atMost: 40)
        if !duration.isEmpty {
            version.durationMs = FeedDuration.milliseconds(duration)
            if version.durationMs == nil {
                sink.notice(
                    "the duration \"\(duration)\" is not imported: it must be a number of seconds, or minutes and seconds with "
                        + "or without hours, as in 62:03 or 1:02:03",
                    at: position)
            }
        }
        try sink.item(.version(version), at: position)
    }

    private func published(_ item: XMLElement, at position: FilePosition) -> Instant? {
        let dates = [item.child(named: "pubDate")?.text, item.child(named: "dc:date")?.text]
        guard let text = dates.lazy.map({ DraftText.line($0, atMost: 100) }).first(where: { !$0.isEmpty }) else {
            return nil
        }
        if let instant = RFC822Date.instant(text) { return instant }
        sink.notice(
            "the date \"\(text)\" is not imported: it must be an existing date in the form of RFC 822 or ISO 8601, "
                + "such as Fri, 01 May 2026 19:30:00 +0200",
            at: position)
        return nil
    }

    /// Returns the number in the first of the elements `names` that contains a whole number from 0 to `limit`; `nil` if no element does. "3.5"
    /// (Podcasting 2.0) is skipped.
    private func number(in item: XMLElement, _ names: [String], atMost limit: Int) -> Int32? {
        for name in names {
            if let number = DraftText.number(item.child(named: name)?.text, in: 0...limit) { return Int32(number) }
        }
        return nil
    }

    /// Returns the size in bytes; `nil` if unknown. Feeds write 0 or 1 for an unknown size, so values below 1,000 are ignored.
    private func bytes(_ element: XMLElement, _ attribute: String) -> Int64? {
        DraftText.number(element.attributes[attribute], in: 1000...Int(Int64.max / 2)).map(Int64.init)
    }

    /// Returns the declared media type if it begins with "audio/" or "application/", or else the type for the file extension, or else the declared
    /// type, which may be empty.
    private func mediaType(of element: XMLElement, at url: String) -> String {
        let stated = DraftText.line(element.attributes["type"], atMost: 100)
        let isType = ["audio/", "application/"].contains(where: stated.lowercased().hasPrefix)
        let ending = isType ? "" : WebFile.mediaType(of: url)
        return ending.isEmpty ? stated : ending
    }

    /// Returns the audio files of Media RSS, which feeds of some video services contain instead of an enclosure.
    private func mediaContents(of item: XMLElement) -> [VersionDraft.Media] {
        let contents = ([item] + item.children(named: "media:group")).flatMap { $0.children(named: "media:content") }
        var media: [VersionDraft.Media] = []
        for content in contents {
            guard let url = addresses.absolute(content.attributes["url"]), !media.contains(where: { $0.url == url })
            else { continue }
            let type = mediaType(of: content, at: url)
            let isSound = content.attributes["medium"].map { $0 == "audio" } ?? type.lowercased().hasPrefix("audio/")
            guard isSound else { continue }
            let bitrate = DraftText.number(
                content.attributes["bitrate"]?.split(separator: ".").first.map(String.init), in: 0...100_000)
            media.append(
                VersionDraft.Media(
                    url: url, isDownload: true, mediaType: type, bitrate: Int32(bitrate ?? 0),
                    bytes: bytes(content, "fileSize")))
        }
        return media
    }

    /// Returns whether the enclosure is a video, a picture or a document by its declared media type.
    private func isNoSound(_ element: XMLElement) -> Bool {
        let type = DraftText.line(element.attributes["type"], atMost: 100).lowercased()
        return ["video/", "image/", "text/", "application/pdf"].contains(where: type.hasPrefix)
    }
}
