import Foundation
import Radio
import Web

/// A reader for Czech Radio's public catalogue, a set of JSON:API documents (https://rapi.croapi.cz) whose elements have a `type`.
///
/// Documents refer to each other. A show that a document mentions without describing it gets the title of the first element that mentions it or, if
/// that element is an episode or broadcast copied from another show, the title of the original show.
struct CRoReader: StationReader {
    static let format = "cro"

    func read(_ file: SourceFile, into sink: some DraftSink) throws {
        let page = CRoPage(sink: sink, file: file.name)
        var json = JSONFile(try file.bytes, meter: file.meter)
        do {
            let isThere = try json.elements(of: "data") { node, position in
                // Mentions stay in memory until the end of the document.
                try file.meter.hold(128, line: node.line)
                try page.take(node, position)
            }
            if !isThere {
                sink.wrongFile(
                    "the file must be a JSON object whose member \"data\" is a list",
                    at: FilePosition(file: file.name, line: 1, detail: "/data"))
            }
        } catch let fault as JSONTokenizer.Fault {
            sink.fault(
                "the file cannot be read as JSON from this line on: \(fault.reason)",
                at: FilePosition(file: file.name, line: fault.line))
        }
    }
}

/// The conversion of the elements of one document to items.
final class CRoPage<Sink: DraftSink> {
    let sink: Sink
    let file: String
    /// The keys of the shows mentioned so far. Only the first mention of a show is passed to the sink.
    private var mentioned: Set<String> = []
    private var categories: Set<String> = []

    init(sink: Sink, file: String) {
        self.sink = sink
        self.file = file
    }

    func take(_ node: JSONNode, _ position: Int) throws {
        let element = CROElement(node: node, file: file, pointer: "/data/\(position)")
        guard !element.id.isEmpty else {
            return sink.fault("the element has no id; each element must have an id", at: element.position("/id"))
        }
        switch element.type {
        case "station": try station(element)
        case "show": try show(element)
        case "serial": try serial(element)
        case "episode": try episode(element)
        case "scheduleEpisode": try broadcast(element)
        case "person": try person(element)
        case "topic", "keyword": try tag(element)
        case "genre": try genre(element)
        default:
            sink.fault(
                "the type must be station, show, serial, episode, scheduleEpisode, person, topic, keyword or genre, "
                    + "found \"\(element.type)\"", at: element.position("/type"))
        }
    }

    private func show(_ element: CROElement) throws {
        guard let title = title(of: element) else { return }
        var draft = ShowDraft(key: element.id, title: title)
        draft.summary = DraftText.line(element.description("shortDescription"), atMost: 2000)
        draft.description = element.description("description")
        draft.language = "cs"
        draft.channels = element.related("stations")
        draft.credits = element.elements("participants").compactMap { node in
            guard let person = node["id"]?.text else { return nil }
            var credit = CreditDraft(person: person)
            credit.role = CROElement.role(node["meta"]?["role"]?.text)
            return credit
        }
        draft.art = element.art
        draft.isForChildren = element.attribute("childFriendly")?.flag ?? false
        draft.isInactive = element.attribute("active")?.flag == false
        try sink.item(.show(draft), at: element.position())
    }

    private func serial(_ element: CROElement) throws {
        guard let title = title(of: element) else { return }
        guard let show = element.related("show").first else {
            return sink.fault(
                "serial \(element.id) has no show; each serial must belong to a show",
                at: element.position("/relationships/show"))
        }
        // The document has no title of the show; that of the serial is the best substitute.
        try mention(show, title, channel: nil, element)
        var draft = SerialDraft(key: element.id, show: show, title: title)
        draft.description = element.description("description")
        draft.totalParts = element.number("totalParts")
        draft.art = element.art
        try sink.item(.serial(draft), at: element.position())
    }

    private func episode(_ element: CROElement) throws {
        guard let title = title(of: element) else { return }
        guard let show = element.related("show").first else {
            return sink.fault(
                "episode \(element.id) has no show; each episode must belong to a show",
                at: element.position("/relationships/show"))
        }
        guard let since = element.instant("since") else {
            return sink.fault(
                "\"since\" must be an RFC 3339 date-time, such as 2026-05-01T19:30:00+02:00, found "
                    + "\"\(element.text("since").prefix(100))\"",
                at: element.position("/attributes/since"))
        }
        try mention(show, element.mirroredShow ?? title, channel: nil, element)
        var draft = EpisodeDraft(key: element.id, show: show, title: title)
        draft.serial = element.related("serial").first
        draft.description = element.description("description")
        draft.part = element.number("part")
        draft.publishedAt = since
        draft.genres = element.related("genres")
        draft.tags = element.related("keywords")
        draft.art = element.art
        try sink.item(.episode(draft), at: element.position())
        try version(element, since)
    }

    /// Passes a recording to the sink if the element has audio links (spec R66). The recording is available from the end of the broadcast or, if the
    /// element gives no valid end, from its start.
    private func version(_ element: CROElement, _ since: Instant) throws {
        let links = element.links
        guard !links.isEmpty else { return }
        let till = element.instant("till") ?? since
        var draft = VersionDraft(key: element.id, episode: element.id, availableFrom: max(since, till))
        draft.airing = element.id
        draft.durationMs = links.compactMap { $0.seconds }.max().map { Int64($0 * 1000) }
        draft.isDownloadable = links.contains { $0.linkType == "download" }
        draft.media = links.map { link in
            VersionDraft.Media(
                url: link.url, isDownload: link.linkType == "download", mediaType: link.mediaType, bitrate: link.bitrate
            )
        }
        try sink.item(.version(draft), at: element.position())
    }

    private func broadcast(_ element: CROElement) throws {
        guard let station = element.related("station").first else {
            return sink.fault(
                "broadcast \(element.id) has no station; each broadcast must have one",
                at: element.position("/relationships/station"))
        }
        guard let since = element.instant("since"), let till = element.instant("till") else {
            let name = element.instant("since") == nil ? "since" : "till"
            return sink.fault(
                "\"\(name)\" must be an RFC 3339 date-time, such as 2026-05-01T19:30:00+02:00, found "
                    + "\"\(element.text(name).prefix(100))\"",
                at: element.position("/attributes/\(name)"))
        }
        let title = element.text("title")
        guard let showTitle = element.mirroredShow ?? (title.isEmpty ? nil : title) else {
            return sink.fault(
                "broadcast \(element.id) has no title; each broadcast must have one",
                at: element.position("/attributes/title"))
        }
        let show = element.related("show").first ?? "\(station) \(showTitle)"
        try mention(show, showTitle, channel: station, element)
        var draft = AiringDraft(
            key: element.id, channel: station, show: show, plannedStart: since, plannedEnd: till)
        // The ID of an on-demand broadcast is that of its episode. Any other broadcast's ID refers to no episode.
        draft.episode = element.id
        draft.title = title
        draft.description = element.description("description")
        try sink.item(.airing(draft), at: element.position())
    }

    private func mention(_ show: String, _ title: String, channel: String?, _ element: CROElement) throws {
        guard mentioned.insert(show).inserted else { return }
        var draft = ShowDraft(key: show, title: title)
        draft.language = "cs"
        draft.channels = channel.map { [$0] } ?? []
        draft.isMention = true
        try sink.item(.show(draft), at: element.position("/relationships/show"))
    }

    private func person(_ element: CROElement) throws {
        guard let name = title(of: element) else { return }
        var draft = PersonDraft(key: element.id, name: name)
        draft.biography = element.description("description")
        draft.art = element.art
        try sink.item(.person(draft), at: element.position())
    }

    private func tag(_ element: CROElement) throws {
        guard let title = title(of: element) else { return }
        var draft = TagDraft(key: element.id, kind: element.type == "topic" ? .topic : .keyword, title: title)
        draft.position = element.number("position") ?? 0
        draft.words = element.text("fulltext_keywords")
        draft.episodes = element.related("episode")
        draft.art = element.art
        try sink.item(.tag(draft), at: element.position())
    }

    private func genre(_ element: CROElement) throws {
        guard let name = title(of: element) else { return }
        try sink.item(.genre(GenreDraft(key: element.id, name: name)), at: element.position())
    }

    /// Returns the title of an element; `nil` after reporting that it is missing.
    func title(of element: CROElement) -> String? {
        let title = element.text("title")
        guard !title.isEmpty else {
            sink.fault(
                "\(element.type) \(element.id) has no title; each \(element.type) must have one",
                at: element.position("/attributes/title"))
            return nil
        }
        return title
    }

    private func station(_ element: CROElement) throws {
        guard let draft = CROStation(element).draft(title(of: element)) else { return }
        if let kind = element.attribute("stationType")?.text, categories.insert(kind).inserted {
            try sink.item(.category(CROStation.category(kind)), at: element.position("/attributes/stationType"))
        }
        try sink.item(.channel(draft), at: element.position())
    }
}
