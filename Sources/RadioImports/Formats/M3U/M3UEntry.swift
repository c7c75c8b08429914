/// The attributes and name after `#EXTINF:`, as in "-1 tvg-id="one" group-title="News;Talk",Radio One".
struct M3UEntry {
    private(set) var entry = StationEntry()
    /// Whether the entry is a radio station. Only `radio="false"` marks an entry as television; any other entry is radio.
    private(set) var isRadio = true

    init(_ text: Substring) {
        var attributes: [String: String] = [:]
        // The name follows the first comma outside a value.
        var rest = text.drop { $0 != " " && $0 != "," }
        Self.read(&rest, into: &attributes)
        var name = rest.dropFirst().drop { $0 == " " }
        // Some lists have another comma before the attributes: "-1, tvg-id="one",Radio One".
        while Self.beginsWithAttribute(name) {
            rest = name
            Self.read(&rest, into: &attributes)
            name = rest.dropFirst().drop { $0 == " " }
        }
        entry.name = String(name)
        if entry.name.isEmpty { entry.name = attributes["tvg-name"] ?? "" }
        entry.guideID = DraftText.line(attributes["tvg-id"], atMost: .max)
        entry.number =
            ["tvg-chno", "channel-number", "tvh-chnum"].lazy.compactMap {
                DraftText.number(attributes[$0], in: 0...99_999)
            }.first
        entry.logo = attributes["tvg-logo"] ?? ""
        entry.groups = (attributes["group-title"] ?? "").split(separator: ";").map(String.init)
        // A channel has one language, whereas a list may give "English;French".
        entry.language = String((attributes["tvg-language"] ?? "").prefix { $0 != ";" && $0 != "," })
        isRadio = attributes["radio"]?.lowercased() != "false"
    }

    /// Moves the attributes before the next comma outside a value from `rest` to `attributes`, with their names in lower case.
    private static func read(_ rest: inout Substring, into attributes: inout [String: String]) {
        while let first = rest.first, first != "," {
            rest = rest.drop { $0 == " " }
            let key = rest.prefix { $0 != "=" && $0 != "," && $0 != " " }
            rest = rest.dropFirst(key.count)
            // Allows blanks around the sign: "group-title = "News"".
            let sign = rest.drop { $0 == " " }
            guard sign.first == "=" else { continue }
            rest = sign.dropFirst()
            let quoted = rest.drop { $0 == " " }
            let value: Substring
            if let quote = quoted.first, quote == "\"" || quote == "'" {
                value = quoted.dropFirst().prefix { $0 != quote }
                rest = quoted.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { $0 != " " && $0 != "," }
                rest = rest.dropFirst(value.count)
            }
            attributes[key.lowercased()] = String(value)
        }
    }

    /// Returns whether the text starts with an attribute (a name, `=` and a double quote) instead of a station name.
    private static func beginsWithAttribute(_ text: Substring) -> Bool {
        let key = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return !key.isEmpty && text.dropFirst(key.count).hasPrefix("=\"")
    }
}
