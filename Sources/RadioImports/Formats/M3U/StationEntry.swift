import Radio

/// One line of a playlist: a name and an address, with what M3U says besides.
struct StationEntry {
    var name = ""
    var address = ""
    /// The channel's id in the guide that goes with the list (`tvg-id`); may be empty.
    var guideID = ""
    var number: Int?
    var logo = ""
    var groups: [String] = []
    var language = ""
    var line = 0
    var detail = ""

    /// The type of sound that the address's ending stands for; empty for unknown.
    var mediaType: String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return "" }
        switch path[path.index(after: dot)...].lowercased() {
        case "mp3": return "audio/mpeg"
        case "aac": return "audio/aac"
        case "m4a", "mp4": return "audio/mp4"
        case "ogg", "oga": return "audio/ogg"
        case "opus": return "audio/ogg; codecs=opus"
        case "flac": return "audio/flac"
        case "m3u8": return "application/vnd.apple.mpegurl"
        case "mpd": return "application/dash+xml"
        default: return ""
        }
    }
}

/// Makes channels of the entries of a list: several of one id are one channel in several ways.
///
/// Held until the end of the list, as the next line may be another address of any of them.
struct StationList<Sink: DraftSink> {
    let file: String
    let sink: Sink
    private var channels: [(draft: ChannelDraft, line: Int)] = []
    private var placeOfKey: [String: Int] = [:]
    private var categories: [String] = []
    private var lineOfCategory: [String: Int] = [:]

    init(file: String, sink: Sink) {
        self.file = file
        self.sink = sink
    }

    mutating func add(_ entry: StationEntry) {
        let place = Place(file: file, line: entry.line, detail: entry.detail)
        guard let address = DraftText.address(entry.address) else {
            return sink.fault("the address must begin with its scheme, as in https://, and have no blanks", at: place)
        }
        let name = DraftText.line(entry.name, atMost: 500)
        // Without an id an entry is known by its address: names are changed for Christmas.
        let key = DraftText.key(entry.guideID.isEmpty ? address : entry.guideID)
        let bearer = { (cost: Int) in
            Bearer(
                uri: address, purpose: .live, mediaType: entry.mediaType, bitrate: 0, cost: Int32(clamping: cost),
                offsetMs: 0)
        }
        if let known = placeOfKey[key] {
            guard !channels[known].draft.bearers.contains(where: { $0.uri == address }) else {
                return sink.notice("this address stands in the list already, for the same channel", at: place)
            }
            channels[known].draft.bearers.append(bearer(channels[known].draft.bearers.count))
            return
        }
        var channel = ChannelDraft(key: key, name: name.isEmpty ? key : name)
        if name.isEmpty { sink.notice("the channel has no name; it is called by its id or address", at: place) }
        channel.number = entry.number.map(Int32.init)
        channel.language = DraftText.language(entry.language)
        channel.bearers = [bearer(0)]
        for group in entry.groups.map({ DraftText.line($0, atMost: 200) }) where !group.isEmpty {
            if lineOfCategory[group] == nil {
                lineOfCategory[group] = entry.line
                categories.append(group)
            }
            if !channel.categories.contains(group) { channel.categories.append(group) }
        }
        if let url = DraftText.webAddress(entry.logo) {
            var art = ArtDraft()
            art.alt = channel.name
            art.images = [ArtDraft.Image(url: url)]
            channel.art = art
        }
        placeOfKey[key] = channels.count
        channels.append((channel, entry.line))
    }

    /// Sections in the order of their first channel, then the channels.
    func handOn() throws {
        for (rank, name) in categories.enumerated() {
            var category = CategoryDraft(key: name, name: name)
            category.rank = Int32(clamping: rank)
            try sink.item(.category(category), at: Place(file: file, line: lineOfCategory[name] ?? 0))
        }
        for (draft, line) in channels { try sink.item(.channel(draft), at: Place(file: file, line: line)) }
        if channels.isEmpty { sink.fault("there is no station in the file", at: Place(file: file, line: 0)) }
    }
}
