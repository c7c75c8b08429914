import XML

/// The season, episode number and identifier of an XMLTV programme.
struct XMLTVEpisode {
    private(set) var season: Int?
    private(set) var part: Int?
    /// The displayed number, such as "S02E05"; empty if there is none.
    private(set) var onScreen = ""
    /// The provider's identifier, the same for all broadcasts of the episode; empty if there is none.
    private(set) var identifier = ""

    init(_ programme: XMLElement) {
        for element in programme.all("episode-num") {
            let text = DraftText.line(element.text, atMost: 200)
            switch DraftText.line(element.attributes["system"] ?? "onscreen", atMost: 100).lowercased() {
            case "xmltv_ns": readDotted(text)
            case "onscreen", "common", "sxxexx":
                if onScreen.isEmpty { onScreen = text }
                readOnScreen(text)
            case "dd_progid": if !Self.isOfShow(text) { identifier = text }
            case "crid": identifier = text
            default: break
            }
        }
    }

    /// Returns whether an identifier of Data Direct, such as "EP00123456.0042", identifies a show: it starts with "SH" or has the episode number 0.
    private static func isOfShow(_ identifier: String) -> Bool {
        let text = identifier.uppercased()
        return text.hasPrefix("SH") || (text.hasPrefix("EP") && text.hasSuffix(".0000"))
    }

    /// Reads the season and the episode in the form `xmltv_ns`, such as "1.4/12.0/1": numbers from 0, each with an optional total. `season` and
    /// `part` are numbered from 1.
    private mutating func readDotted(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            DraftText.number(
                part.split(separator: "/", omittingEmptySubsequences: false).first.map(String.init), in: 0...99_999)
        }
        if let first = parts.first, let season = first { self.season = season + 1 }
        if parts.count > 1, let part = parts[1] { self.part = part + 1 }
    }

    /// Reads displayed numbers, such as "S2E5", "E12", "2x05" and "Season 2, Episode 5". The form `xmltv_ns` takes precedence.
    private mutating func readOnScreen(_ text: String) {
        var numbers: [Substring: Int] = [:]
        var word: Substring = ""
        var rest = text.lowercased()[...]
        while let first = rest.first {
            if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest.dropFirst(digits.count)
                // A number without a word is a season if an episode follows.
                let kind = word.isEmpty && numbers.isEmpty ? "s" : word
                if numbers[kind] == nil, !kind.isEmpty {
                    numbers[kind] = DraftText.number(String(digits), in: 0...99_999)
                }
                word = ""
            } else if first.isLetter {
                word = rest.prefix { $0.isLetter }
                rest = rest.dropFirst(word.count)
            } else {
                // A total follows the slash.
                if first == "/" { word = "/" }
                rest = rest.dropFirst()
            }
        }
        func number(of words: [Substring]) -> Int? { words.lazy.compactMap { numbers[$0] }.first }
        if part == nil { part = number(of: Self.episodeWords) }
        if season == nil, part != nil { season = number(of: Self.seasonWords) }
    }

    private static let seasonWords: [Substring] = [
        "s", "season", "series", "staffel", "saison", "temporada", "stagione", "sezon", "säsong", "sesong", "kausi",
    ]
    private static let episodeWords: [Substring] = [
        "e", "ep", "episode", "épisode", "episodio", "episódio", "folge", "teil", "part", "pt", "del", "avsnitt", "odc",
        "odcinek", "díl", "x",
    ]
}
