import XML

/// The show described by a feed.
struct FeedChannel {
    /// The show's key: the feed's identifier (`podcast:guid`), or else its own address (`atom:link`), or else its new address
    /// (`itunes:new-feed-url`), or else the site's address, or else the title.
    let key: String
    let isMusic: Bool
    let addresses: FeedAddress
    /// The keys of the people that were passed to the sink.
    private(set) var people: Set<String> = []
    /// The keys of the genres that were passed to the sink.
    private(set) var genres: Set<String> = []

    /// Passes the show of a feed, its genres and its people to the sink, and reports the first live item and the first trailer, which are not
    /// imported. A feed without a title is a fault and gives `nil`.
    init?(_ channel: XMLElement, file: String, reportingTo sink: some DraftSink) throws {
        let position = FilePosition(file: file, line: channel.line, detail: "channel")
        let title = PlainText.line(channel.child(named: "title")?.text, atMost: 1000)
        guard !title.isEmpty else {
            sink.fault("the feed has no title; its channel must have one", at: position)
            return nil
        }
        let link = channel.children(named: "link").lazy.compactMap { DraftText.webAddress($0.text) }.first
        let own = channel.children(named: "atom:link").first { $0.attributes["rel"] == "self" }
        addresses = FeedAddress(site: link ?? DraftText.webAddress(own?.attributes["href"]))
        let identifiers = [
            channel.child(named: "podcast:guid")?.text, own?.attributes["href"],
            channel.child(named: "itunes:new-feed-url")?.text, link, title,
        ]
        key = DraftText.key(identifiers.lazy.map { DraftText.line($0, atMost: .max) }.first { !$0.isEmpty } ?? title)
        isMusic = DraftText.line(channel.child(named: "podcast:medium")?.text, atMost: 20).lowercased() == "music"

        var show = ShowDraft(key: key, title: title)
        show.website = link
        show.language = DraftText.language(channel.child(named: "language")?.text)
        show.summary = DraftText.line(channel.child(named: "itunes:subtitle")?.text, atMost: 2000)
        show.description = FeedTexts.description(of: channel)
        show.art = FeedTexts.art(of: channel, alt: title, addresses: addresses)
        show.isMusic = isMusic
        for genre in FeedTexts.genres(of: channel) {
            show.genres.append(genre.key)
            genres.insert(genre.key)
            if genre.name == "Kids & Family" { show.isForChildren = true }
            try sink.item(.genre(genre), at: position)
        }
        for (person, role) in FeedTexts.people(of: channel) {
            if people.insert(person.key).inserted { try sink.item(.person(person), at: position) }
            var credit = CreditDraft(person: person.key)
            credit.role = role
            if !show.credits.contains(credit) { show.credits.append(credit) }
        }
        try sink.item(.show(show), at: position)
        if let live = channel.child(named: "podcast:liveItem") {
            sink.notice(
                "a live item is not imported: it is not an episode until it is recorded",
                at: FilePosition(file: file, line: live.line, detail: "podcast:liveItem"))
        }
        if let trailer = channel.child(named: "podcast:trailer") {
            sink.notice(
                "the feed's trailer is not imported: it is not an episode",
                at: FilePosition(file: file, line: trailer.line, detail: "podcast:trailer"))
        }
    }
}
