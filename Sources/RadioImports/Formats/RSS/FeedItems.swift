import Web
import XML

/// Hands on the items of a feed.
final class FeedItems<Sink: DraftSink> {
    private let file: String
    private let show: String
    private let isMusic: Bool
    private let sink: Sink
    private var people: Set<String>
    private var genres: Set<String>
    private var lineOfKey = KeyLines()
    private var withChapters = 0
    private var withTranscripts = 0
    private var explicit = 0

    init(file: String, feed: FeedChannel, sink: Sink) {
        self.file = file
        (show, isMusic, people, genres) = (feed.key, feed.isMusic, feed.people, feed.genres)
        self.sink = sink
    }

    /// Hands on an item's episode, people and version.
    func handOn(_ item: XMLElement) throws {
        let place = Place(file: file, line: item.line, detail: "item")
        let enclosure = item.child(named: "enclosure")
        let identifiers = [
            item.child(named: "guid")?.text, enclosure?.attributes["url"], item.child(named: "link")?.text,
        ]
        guard let identifier = identifiers.lazy.map({ DraftText.line($0, atMost: .max) }).first(where: { !$0.isEmpty })
        else {
            return sink.fault("the item has no guid, enclosure or link to know it by", at: place)
        }
        let key = DraftText.key(identifier)
        if let line = lineOfKey[key] {
            return sink.fault("the item has the guid of the one in line \(line); each must have its own", at: place)
        }
        let titles = [item.child(named: "title")?.text, item.child(named: "itunes:title")?.text]
        guard let title = titles.lazy.map({ PlainText.line($0, atMost: 2000) }).first(where: { !$0.isEmpty }) else {
            return sink.fault("the item has no title", at: place)
        }
        _ = lineOfKey.note(key, line: item.line)
        var episode = EpisodeDraft(key: key, show: show, title: title)
        episode.summary = DraftText.line(item.child(named: "itunes:subtitle")?.text, atMost: 2000)
        episode.description = FeedTexts.description(of: item)
        episode.season = number(in: item, ["podcast:season", "itunes:season"], atMost: 100_000)
        episode.part = number(in: item, ["podcast:episode", "itunes:episode"], atMost: 1_000_000)
        episode.publishedAt = published(item, at: place)
        episode.art = FeedTexts.art(of: item, alt: title)
        for (person, role) in FeedTexts.people(of: item) {
            if people.insert(person.key).inserted { try sink.item(.person(person), at: place) }
            var credit = CreditDraft(person: person.key)
            credit.role = role
            if !episode.credits.contains(credit) { episode.credits.append(credit) }
        }
        for genre in FeedTexts.genres(of: item) {
            if genres.insert(genre.key).inserted { try sink.item(.genre(genre), at: place) }
            episode.genres.append(genre.key)
        }
        try sink.item(.episode(episode), at: place)
        try handOnVersion(of: item, key: key, publishedAt: episode.publishedAt, at: place)
        if item.child(named: "podcast:chapters") != nil { withChapters += 1 }
        if item.child(named: "podcast:transcript") != nil { withTranscripts += 1 }
        if ["true", "yes"].contains(DraftText.line(item.child(named: "itunes:explicit")?.text, atMost: 10).lowercased())
        {
            explicit += 1
        }
    }

    /// Says once what was left out of all items.
    func finish() {
        let place = Place(file: file, line: 0)
        if withChapters > 0 {
            sink.notice("\(withChapters) items name chapters in files of their own, which are not fetched", at: place)
        }
        if withTranscripts > 0 {
            sink.notice(
                "\(withTranscripts) items name transcripts in files of their own, which are not fetched", at: place)
        }
        if explicit > 0 { sink.notice("\(explicit) items are marked as explicit, which is not kept", at: place) }
    }

    /// The enclosure is for a copy, as players of podcasts make one; alternate ones are for listening.
    private func handOnVersion(of item: XMLElement, key: String, publishedAt: Instant?, at place: Place) throws {
        var media: [VersionDraft.Media] = []
        for enclosure in item.children(named: "enclosure") {
            guard let url = DraftText.webAddress(enclosure.attributes["url"]) else {
                sink.fault("the enclosure's url is no address of the web", at: place)
                continue
            }
            guard !isNoSound(enclosure), !media.contains(where: { $0.url == url }) else { continue }
            media.append(
                VersionDraft.Media(
                    url: url, isDownload: true, mediaType: DraftText.line(enclosure.attributes["type"], atMost: 100),
                    bytes: bytes(enclosure)))
        }
        for alternate in item.children(named: "podcast:alternateEnclosure") where !isNoSound(alternate) {
            for source in alternate.children(named: "podcast:source") {
                // Others than the web's, such as ipfs:, are nothing that players here know.
                guard let url = DraftText.webAddress(source.attributes["uri"]),
                    !media.contains(where: { $0.url == url })
                else { continue }
                let bitrate = DraftText.number(
                    alternate.attributes["bitrate"]?.split(separator: ".").first.map(String.init), in: 0...99_999_999)
                media.append(
                    VersionDraft.Media(
                        url: url, isDownload: false,
                        mediaType: DraftText.line(alternate.attributes["type"], atMost: 100),
                        bitrate: Int32((bitrate ?? 0) / 1000), bytes: bytes(alternate)))
            }
        }
        guard !media.isEmpty else { return sink.notice("the item has no sound, and is not on demand", at: place) }
        if publishedAt == nil { sink.notice("the item has no pubDate; it counts as published in 1970", at: place) }
        var version = VersionDraft(key: key, episode: key, availableFrom: publishedAt ?? Instant(milliseconds: 0))
        version.isDownloadable = !isMusic
        version.media = media
        if let duration = item.child(named: "itunes:duration") {
            version.durationMs = FeedDuration.milliseconds(duration.text)
            if version.durationMs == nil {
                sink.notice("the duration must be seconds, or look like 1:02:03; it is left out", at: place)
            }
        }
        try sink.item(.version(version), at: place)
    }

    private func published(_ item: XMLElement, at place: Place) -> Instant? {
        guard let text = (item.child(named: "pubDate") ?? item.child(named: "dc:date"))?.text else { return nil }
        if let instant = RFC822Date.instant(text) { return instant }
        sink.notice("the pubDate must look like Fri, 01 May 2026 19:30:00 +0200; it is left out", at: place)
        return nil
    }

    /// Podcasting 2.0 lets episodes be "3.5"; only whole numbers are kept.
    private func number(in item: XMLElement, _ names: [String], atMost limit: Int) -> Int32? {
        for name in names {
            if let number = DraftText.number(item.child(named: name)?.text, in: 0...limit) { return Int32(number) }
        }
        return nil
    }

    /// 0 is what those write who do not know.
    private func bytes(_ element: XMLElement) -> Int64? {
        DraftText.number(element.attributes["length"], in: 1...Int(Int64.max / 2)).map(Int64.init)
    }

    /// Whether it is a video, a picture or a document, as blogs enclose them, too.
    private func isNoSound(_ element: XMLElement) -> Bool {
        let type = DraftText.line(element.attributes["type"], atMost: 100).lowercased()
        return ["video/", "image/", "text/", "application/pdf"].contains(where: type.hasPrefix)
    }
}
