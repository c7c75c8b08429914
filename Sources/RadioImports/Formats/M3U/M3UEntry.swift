/// What stands after `#EXTINF:`: "-1 tvg-id="one" group-title="News;Talk",Radio One".
struct M3UEntry {
    private(set) var entry = StationEntry()
    /// `radio="false"` says that it is television.
    private(set) var isRadio = true

    init(_ text: Substring) {
        var attributes: [String: String] = [:]
        // The name begins after the first comma that is in no value.
        var rest = text.drop { $0 != " " && $0 != "," }
        while let first = rest.first, first != "," {
            rest = rest.drop { $0 == " " }
            let key = rest.prefix { $0 != "=" && $0 != "," && $0 != " " }
            rest = rest.dropFirst(key.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let value: Substring
            if let quote = rest.first, quote == "\"" || quote == "'" {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { $0 != " " && $0 != "," }
                rest = rest.dropFirst(value.count)
            }
            attributes[key.lowercased()] = String(value)
        }
        entry.name = String(rest.dropFirst().drop { $0 == " " })
        if entry.name.isEmpty { entry.name = attributes["tvg-name"] ?? "" }
        entry.guideID = DraftText.line(attributes["tvg-id"], atMost: .max)
        entry.number =
            ["tvg-chno", "channel-number", "tvh-chnum"].lazy.compactMap {
                DraftText.number(attributes[$0], in: 0...99_999)
            }.first
        entry.logo = attributes["tvg-logo"] ?? ""
        entry.groups = (attributes["group-title"] ?? "").split(separator: ";").map(String.init)
        entry.language = attributes["tvg-language"] ?? ""
        isRadio = attributes["radio"]?.lowercased() != "false"
    }
}
