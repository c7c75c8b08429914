import Radio

/// An entry of a station list.
struct StationEntry {
    /// The estimated memory that an entry takes until the end of the list is read, in bytes.
    static let memory = 1024

    var name = ""
    /// The addresses as listed. An XSPF entry may have several.
    var addresses: [String] = []
    /// The channel's ID in the guide (`tvg-id`, or `identifier` in XSPF); may be empty.
    var guideID = ""
    var number: Int?
    var logo = ""
    var groups: [String] = []
    var language = ""
    var description = ""
    var website = ""
    var line = 0
    var detail = ""

    /// The entry's name, or else the guide ID, or else the address.
    var shownName: String {
        [DraftText.line(name, atMost: 500), guideID, addresses.first ?? ""].first { !$0.isEmpty } ?? ""
    }
}

/// The entries of a list, which become channels with keys from `StationKeys`.
///
/// All entries stay in memory, because entries that share a guide ID may be anywhere in the list.
struct StationList<Sink: DraftSink> {
    let file: String
    let sink: Sink
    private let keys: StationKeys
    private var entries: [StationEntry] = []
    private var lineOfEntry: [[String]: Int] = [:]

    init(file: String, known: KnownChannels, sink: Sink) {
        self.file = file
        self.sink = sink
        keys = StationKeys(known: known)
    }

    mutating func add(_ entry: StationEntry) {
        let position = position(of: entry)
        var entry = entry
        var addresses: [String] = []
        for text in entry.addresses {
            guard let address = Self.address(text) else {
                sink.fault(
                    "the address must begin with its scheme, as in https://, contain no spaces and have at most 2000 "
                        + "characters, found "
                        + "\"\(DraftText.line(text, atMost: 100))\"", at: position)
                continue
            }
            if !addresses.contains(address) { addresses.append(address) }
        }
        guard let first = addresses.first else { return }
        entry.addresses = addresses
        let identity = entry.guideID.isEmpty ? [first] : [entry.guideID, entry.shownName, first]
        if let line = lineOfEntry[identity] {
            return sink.notice(
                "the entry has the same address as the entry on line \(line) and is not imported", at: position)
        }
        lineOfEntry[identity] = entry.line
        entries.append(entry)
    }

    /// Passes the categories and then the channels to the sink. Reports a notice for each channel without a name, and a fault if no entry was added.
    func emit() throws {
        var (categories, met): ([CategoryDraft], Set<String>) = ([], [])
        for entry in entries {
            for group in entry.groups.map({ DraftText.line($0, atMost: 200) }) where !group.isEmpty {
                guard met.insert(group).inserted else { continue }
                var category = CategoryDraft(key: group, name: group)
                category.rank = Int32(clamping: categories.count)
                categories.append(category)
                try sink.item(.category(category), at: FilePosition(file: file, line: entry.line))
            }
        }
        for (entry, key) in zip(entries, keys.keys(of: entries)) {
            if DraftText.line(entry.name, atMost: 500).isEmpty {
                sink.notice(
                    "the channel has no name; \"\(DraftText.line(entry.shownName, atMost: 100))\" is used as its name",
                    at: position(of: entry))
            }
            try sink.item(.channel(channel(entry, key)), at: FilePosition(file: file, line: entry.line))
        }
        if entries.isEmpty {
            sink.fault(
                "the file contains no radio station with a valid stream address; add at least one",
                at: FilePosition(file: file, line: 0))
        }
    }

    private func channel(_ entry: StationEntry, _ key: String) -> ChannelDraft {
        var channel = ChannelDraft(key: key, name: String(entry.shownName.prefix(500)))
        channel.number = entry.number.map(Int32.init)
        channel.language = LanguageName.tag(of: entry.language)
        channel.description = DraftText.paragraphs(entry.description, atMost: 20_000)
        channel.website = DraftText.webAddress(entry.website)
        channel.bearers = entry.addresses.enumerated().map { cost, address in
            Bearer(
                // Addresses copied from a web page keep "&amp;".
                uri: address.replacing("&amp;", with: "&"), purpose: .live,
                mediaType: WebFile.mediaType(of: address), bitrate: 0,
                cost: Int32(clamping: cost), offsetMs: 0)
        }
        for group in entry.groups.map({ DraftText.line($0, atMost: 200) }) where !group.isEmpty {
            if !channel.categories.contains(group) { channel.categories.append(group) }
        }
        if let url = DraftText.webAddress(entry.logo) {
            var art = ArtDraft()
            art.alt = channel.name
            art.images = [ArtDraft.Image(url: url)]
            channel.art = art
        }
        return channel
    }

    /// Returns the address without player options; `nil` if the text is not an address. A text with spaces is accepted only if it is the address of
    /// an audio file or playlist.
    ///
    /// Some players append options after a bar, as in "http://a.example/1|User-Agent=x y". RFC 3986 allows no bar, so the address ends there.
    private static func address(_ text: String) -> String? {
        if let bar = text.firstIndex(of: "|"), let address = DraftText.webAddress(String(text[..<bar])) {
            return address
        }
        if let address = DraftText.address(text) { return address }
        let address = WebFile.address(text)
        return address.map(WebFile.mediaType)?.isEmpty == false ? address : nil
    }

    private func position(of entry: StationEntry) -> FilePosition {
        FilePosition(file: file, line: entry.line, detail: entry.detail)
    }
}
