import Web
import XML

/// The conversion of an XMLTV guide to items in two passes: `note` for every element and `sort`, then `emit` for every element and `finish`.
final class XMLTVGuide<Sink: DraftSink> {
    private let file: String
    private let sink: Sink
    private var slots = SlotTable()
    private var noted = 0
    private var emitted = 0
    private var channelsOfShow: [String: [String]] = [:]
    private var declared: Set<String> = []
    private var channels: Set<String> = []
    private var shows = KeyLines()
    private var episodes = KeyLines()
    private var genres: Set<String> = []
    private var people = KeyLines()
    /// The keys of the shows and episodes that have a picture anywhere in the guide.
    private var illustrated = KeyLines()
    private var described = KeyLines()
    /// The shows whose picture follows in a later programme.
    private var waitingShows: [String: (draft: ShowDraft, position: FilePosition)] = [:]
    private var waitingEpisodes: [String: (draft: EpisodeDraft, position: FilePosition)] = [:]
    private var leftOut: XMLTVLeftOut<Sink>

    init(file: String, sink: Sink) {
        self.file = file
        self.sink = sink
        leftOut = XMLTVLeftOut(file: file, sink: sink)
    }

    // MARK: - First pass

    /// Records a channel, or the start and show of a valid programme and whether it has a picture or a description.
    func note(_ element: XMLElement) {
        if element.localName == "channel" {
            if let id = key(element, "id") { declared.insert(id) }
            return
        }
        noted += 1
        guard let channel = key(element, "channel"), let (start, end) = span(of: element),
            let title = title(of: element),
            slots.note(start, end: end, order: noted, line: element.line, channel: channel)
        else { return }
        let show = Self.showKey(title)
        let episode = identity(of: element, show: show)?.key
        if art(of: element, alt: "") != nil {
            for key in [show, episode].compactMap(\.self) { _ = illustrated.note(key, line: element.line) }
        }
        if let episode, !description(of: element).isEmpty { _ = described.note(episode, line: element.line) }
        if channelsOfShow[show]?.contains(channel) != true { channelsOfShow[show, default: []].append(channel) }
    }

    /// Sorts the recorded starts, between the passes.
    func sort() { slots.sort() }

    // MARK: - Second pass

    /// Passes the items of a channel or programme to the sink. A channel without an ID or with that of an earlier channel, and a programme without a
    /// channel, a valid start, a title or a time slot of its own, are reported as faults.
    func emit(_ element: XMLElement) throws {
        if element.localName == "channel" { return try emit(channel: element) }
        emitted += 1
        let position = position(element, "programme")
        guard let channel = key(element, "channel") else {
            return sink.fault("the programme has no channel; each programme must have one", at: position)
        }
        guard let (start, end) = span(of: element) else {
            return sink.fault(
                "the start must be an existing date and time, such as 20260501193000 +0200, found "
                    + "\"\(DraftText.line(element.attributes["start"], atMost: 40))\"", at: position)
        }
        guard let title = title(of: element) else {
            return sink.fault("the programme has no title; each programme must have one", at: position)
        }
        guard let time = time(of: element, channel: channel, start: start, end: end) else { return }
        if !declared.contains(channel), channels.insert(channel).inserted {
            sink.notice("the channel \(channel) is not described in the file; its id is used as its name", at: position)
            try sink.item(.channel(ChannelDraft(key: channel, name: channel)), at: position)
        }
        let genres = try emitGenres(of: element)
        let credits = try emitPeople(of: element)
        let episode = try emitEpisode(of: element, title: title, genres: genres, credits: credits, start: start)
        let show = try emitShow(
            of: element, title: title, genres: genres, credits: episode == nil ? credits : [], isAlone: episode == nil)

        var airing = AiringDraft(
            key: DraftText.key("\(channel)|\(start)"), channel: channel, show: show, plannedStart: time.lowerBound,
            plannedEnd: time.upperBound)
        airing.episode = episode
        airing.title = episode == nil ? subtitle(of: element) : ""
        airing.description = episode == nil ? description(of: element) : ""
        airing.isRepeat = element.first("previously-shown") != nil && element.first("new") == nil
        airing.isLive = element.first("live") != nil
        try sink.item(.airing(airing), at: position)
        leftOut.take(textsOf: element)
        leftOut.take(iconsOf: element)
    }

    /// Passes the shows and episodes that still wait for a picture or a description to the sink, and reports the omitted parts. Must be called after
    /// the last programme.
    func finish() throws {
        for (_, (draft, position)) in waitingShows.sorted(by: {
            ($0.value.position.line, $0.key) < ($1.value.position.line, $1.key)
        }) {
            try sink.item(.show(draft), at: position)
        }
        for (_, (draft, position)) in waitingEpisodes.sorted(by: {
            ($0.value.position.line, $0.key) < ($1.value.position.line, $1.key)
        }) {
            try sink.item(.episode(draft), at: position)
        }
        (waitingShows, waitingEpisodes) = ([:], [:])
        leftOut.finish()
    }

    private func emit(channel element: XMLElement) throws {
        let position = position(element, "channel")
        guard let id = key(element, "id") else {
            return sink.fault("the channel has no id; each channel must have one", at: position)
        }
        guard channels.insert(id).inserted else {
            return sink.fault("the channel \(id) occurs again in the file; the first one is used", at: position)
        }
        let names = element.all("display-name")
        // Numbers and names are in one list, and some guides combine them: "7 Radio One".
        let isNumber = { (name: XMLElement) in DraftText.number(name.text, in: 0...99_999) != nil }
        let stated = Set(names.map { DraftText.line($0.text, atMost: 500) })
        let isBoth = { (name: XMLElement) in
            let parts = DraftText.line(name.text, atMost: 500).split(separator: " ", maxSplits: 1).map(String.init)
            return parts.count == 2 && parts.allSatisfy(stated.contains)
                && DraftText.number(parts[0], in: 0...99_999) != nil
        }
        let name = DraftText.line(names.filter { !isNumber($0) && !isBoth($0) }.text(in: language), atMost: 500)
        var channel = ChannelDraft(key: id, name: name.isEmpty ? id : name)
        channel.number = names.first(where: isNumber).flatMap { DraftText.number($0.text, in: 0...99_999) }.map(
            Int32.init)
        channel.website = DraftText.webAddress(element.first("url")?.text)
        channel.art = art(of: element, alt: channel.name)
        leftOut.take(iconsOf: element)
        try sink.item(.channel(channel), at: position)
    }

    /// Returns the time slot of a programme; `nil` after reporting why it has none. Reports an invalid `stop` and a shortened programme as notices.
    private func time(of element: XMLElement, channel: String, start: Instant, end: Instant?) -> Range<Instant>? {
        let position = position(element, "programme")
        if let stop = element.attributes["stop"], XMLTVTime.instant(stop) == nil {
            sink.notice(
                "the stop \"\(DraftText.line(stop, atMost: 40))\" is not imported: it must be an existing date and time, "
                    + "such as 20260501203000 +0200",
                at: position)
        }
        switch slots.slot(start, order: emitted, channel: channel, end: end) {
        case .until(let end): return start..<end
        case .cut(let next):
            sink.notice(
                "the programme overlaps the next programme and is shortened: the new end is \(next)", at: position)
            return start..<next
        case .endless:
            sink.fault(
                "the programme has no valid stop, and no programme of its channel follows within a day; add a stop",
                at: position)
        case .backwards:
            let found = end.map { " and the end \($0)" } ?? ""
            sink.fault(
                "the programme must end after it starts, and at most a week later, found the start \(start)\(found)",
                at: position)
        case .taken(let line):
            sink.fault(
                "the programme on line \(line) starts at the same time on this channel; only one of them can be imported",
                at: position)
        }
        return nil
    }

    /// Returns the start, and the end by `stop`, or else by `length`; `nil` without a valid start. The end is `nil` if neither is valid.
    private func span(of element: XMLElement) -> (start: Instant, end: Instant?)? {
        guard let start = XMLTVTime.instant(element.attributes["start"]) else { return nil }
        if let stop = XMLTVTime.instant(element.attributes["stop"]) {
            return clumped(element, start, stop) ?? (start, stop)
        }
        let minutes = element.first("length").flatMap(minutes)
        return (start, minutes.map { Instant(milliseconds: start.milliseconds + $0 * 60_000) })
    }

    /// Returns the programme's share of a time slot that several programmes divide equally; `nil` without a valid `clumpidx`. "1/3" means the second
    /// of three programmes.
    private func clumped(_ element: XMLElement, _ start: Instant, _ end: Instant) -> (start: Instant, end: Instant?)? {
        guard let parts = element.attributes["clumpidx"]?.split(separator: "/"), parts.count == 2, end > start,
            let index = DraftText.number(String(parts[0]), in: 0...99),
            let count = DraftText.number(String(parts[1]), in: 2...100), index < count
        else { return nil }
        let length = end.milliseconds - start.milliseconds
        func position(_ index: Int) -> Instant {
            Instant(milliseconds: start.milliseconds + length * Int64(index) / Int64(count))
        }
        return (position(index), position(index + 1))
    }

    private func minutes(_ length: XMLElement) -> Int64? {
        guard let number = DraftText.number(length.text, in: 1...604_800) else { return nil }
        switch length.attributes["units"] {
        case "hours": return Int64(number) * 60
        case "seconds": return max(1, Int64(number) / 60)
        default: return Int64(number)
        }
    }

    // MARK: - Shows and episodes

    private static func showKey(_ title: String) -> String { DraftText.key("title:" + title.lowercased()) }

    private func emitShow(
        of element: XMLElement, title: String, genres: [String], credits: [CreditDraft], isAlone: Bool
    ) throws -> String {
        let key = Self.showKey(title)
        let art = art(of: element, alt: title)
        if isAlone { leftOut.take(picture: art, of: key, "show", line: element.line) }
        guard shows.note(key, line: element.line) == nil else {
            if art != nil, let waiting = waitingShows.removeValue(forKey: key) {
                var show = waiting.draft
                show.art = art
                try sink.item(.show(show), at: waiting.position)
            }
            return key
        }
        var show = ShowDraft(key: key, title: title)
        show.channels = channelsOfShow[key] ?? []
        show.genres = genres
        show.credits = credits
        show.language = DraftText.language(element.first("language")?.text)
        show.art = art
        let position = position(element, "programme")
        if art == nil, illustrated[key] != nil {
            waitingShows[key] = (show, position)
        } else {
            try sink.item(.show(show), at: position)
        }
        return key
    }

    /// Returns the key of the programme's episode; `nil` if nothing identifies an episode. Passes the episode to the sink once, when it has the
    /// description and the picture that the guide contains for it.
    private func emitEpisode(
        of element: XMLElement, title: String, genres: [String], credits: [CreditDraft], start: Instant
    ) throws -> String? {
        let show = Self.showKey(title)
        guard let (key, stated, numbered) = identity(of: element, show: show) else { return nil }
        let subtitle = subtitle(of: element)
        let shown = [subtitle, stated.onScreen, numbered, title].first { !$0.isEmpty } ?? title
        let (description, art) = (description(of: element), art(of: element, alt: shown))
        leftOut.take(description: description, of: key, line: element.line)
        leftOut.take(picture: art, of: key, "episode", line: element.line)
        guard episodes.note(key, line: element.line) == nil else {
            if let waiting = waitingEpisodes.removeValue(forKey: key) {
                var episode = waiting.draft
                if episode.description.isEmpty { episode.description = description }
                episode.art = episode.art ?? art
                try emit(episode, at: waiting.position)
            }
            return key
        }
        var episode = EpisodeDraft(key: key, show: show, title: shown)
        episode.description = description
        episode.season = stated.season.map(Int32.init)
        episode.part = stated.part.map(Int32.init)
        let previously = XMLTVTime.instant(element.first("previously-shown")?.attributes["start"])
        episode.publishedAt = previously ?? XMLTVTime.instant(element.first("date")?.text) ?? start
        episode.genres = genres
        episode.credits = credits
        episode.art = art
        try emit(episode, at: position(element, "programme"))
        return key
    }

    /// Passes the episode to the sink, or stores it in `waitingEpisodes` if a later programme has its missing description or picture.
    private func emit(_ episode: EpisodeDraft, at position: FilePosition) throws {
        let isWaiting =
            (episode.description.isEmpty && described[episode.key] != nil)
            || (episode.art == nil && illustrated[episode.key] != nil)
        if isWaiting {
            waitingEpisodes[episode.key] = (episode, position)
        } else {
            try sink.item(.episode(episode), at: position)
        }
    }

    /// Returns the key of a programme's episode, the numbers and identifiers in the file, and the number in the form "S2E5" or else as displayed;
    /// `nil` if nothing identifies the episode within its show.
    private func identity(
        of element: XMLElement, show: String
    ) -> (key: String, stated: XMLTVEpisode, numbered: String)? {
        let stated = XMLTVEpisode(element)
        let numbered =
            stated.part.map { part in stated.season.map { "S\($0)E\(part)" } ?? "E\(part)" } ?? stated.onScreen
        let name = [stated.identifier, numbered, subtitle(of: element).lowercased()].first { !$0.isEmpty }
        return name.map { (DraftText.key("\(show)|\($0)"), stated, numbered) }
    }

    private func emitGenres(of element: XMLElement) throws -> [String] {
        var keys: [String] = []
        for category in element.all("category") {
            let name = DraftText.line(category.text, atMost: 200)
            let key = name.lowercased()
            guard !key.isEmpty, !keys.contains(key) else { continue }
            keys.append(key)
            if genres.insert(key).inserted {
                try sink.item(.genre(GenreDraft(key: key, name: name)), at: position(category, "category"))
            }
        }
        return keys
    }

    private func emitPeople(of element: XMLElement) throws -> [CreditDraft] {
        var credits: [CreditDraft] = []
        for person in element.first("credits")?.children ?? [] {
            let name = DraftText.line(person.text, atMost: 500)
            guard !name.isEmpty else { continue }
            let key = DraftText.key("name:" + name.lowercased())
            var credit = CreditDraft(person: key)
            credit.role =
                person.localName == "presenter" ? "host" : DraftText.role(String(person.localName), otherwise: "guest")
            guard !credits.contains(credit) else { continue }
            credits.append(credit)
            if people.note(key, line: person.line) == nil {
                var draft = PersonDraft(key: key, name: name)
                draft.art = art(of: person, alt: name)
                try sink.item(.person(draft), at: position(person, "credits"))
            }
        }
        return credits
    }

    // MARK: - Parts

    /// The preferred language: none, because guides list their own language first.
    private let language = ""

    private func title(of element: XMLElement) -> String? {
        let title = DraftText.line(element.all("title").text(in: language), atMost: 1000)
        return title.isEmpty ? nil : title
    }

    private func subtitle(of element: XMLElement) -> String {
        DraftText.line(element.all("sub-title").text(in: language), atMost: 2000)
    }

    private func description(of element: XMLElement) -> String {
        DraftText.paragraphs(element.all("desc").text(in: language), atMost: 100_000)
    }

    private func art(of element: XMLElement, alt: String) -> ArtDraft? {
        var art = ArtDraft()
        for icon in element.all("icon") {
            guard let url = DraftText.webAddress(icon.attributes["src"]), !art.images.contains(where: { $0.url == url })
            else { continue }
            art.images.append(
                ArtDraft.Image(
                    url: url, width: Int32(DraftText.number(icon.attributes["width"], in: 0...100_000) ?? 0),
                    height: Int32(DraftText.number(icon.attributes["height"], in: 0...100_000) ?? 0)))
        }
        // Since 2022, guides use `image` beside or instead of `icon`.
        for image in element.all("image") {
            guard let url = DraftText.webAddress(image.text), !art.images.contains(where: { $0.url == url }) else {
                continue
            }
            art.images.append(ArtDraft.Image(url: url))
        }
        art.alt = alt
        return art.images.isEmpty ? nil : art
    }

    private func key(_ element: XMLElement, _ attribute: String) -> String? {
        element.attributes[attribute].map(DraftText.key).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func position(_ element: XMLElement, _ detail: String) -> FilePosition {
        FilePosition(file: file, line: element.line, detail: detail)
    }
}
