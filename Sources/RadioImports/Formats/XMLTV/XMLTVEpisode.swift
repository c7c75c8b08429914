import XML

/// Which episode a programme of XMLTV says it is.
struct XMLTVEpisode {
    private(set) var season: Int?
    private(set) var part: Int?
    /// As viewers are told: "S02E05".
    private(set) var onScreen = ""
    /// What the data's maker calls it, the same at every broadcast.
    private(set) var identifier = ""

    init(_ programme: XMLElement) {
        for element in programme.all("episode-num") {
            let text = DraftText.line(element.text, atMost: 200)
            switch element.attributes["system"] ?? "onscreen" {
            case "xmltv_ns": readDotted(text)
            case "onscreen":
                onScreen = text
                readOnScreen(text)
            case "dd_progid", "crid": identifier = text
            default: break
            }
        }
    }

    /// "1.4/12.0/1": season, episode and part, each from 0 and each with its total after a slash; any may be left out.
    private mutating func readDotted(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            DraftText.number(
                part.split(separator: "/", omittingEmptySubsequences: false).first.map(String.init), in: 0...99_999)
        }
        if let first = parts.first, let season = first { self.season = season + 1 }
        if parts.count > 1, let part = parts[1] { self.part = part + 1 }
    }

    /// "S2E5", "s02 e05", "E12", "2x05"; what xmltv_ns said holds.
    private mutating func readOnScreen(_ text: String) {
        var letter: Character?
        var numbers: [Character: Int] = [:]
        var digits = ""
        func close() {
            if let number = DraftText.number(digits, in: 0...99_999) {
                if let letter { numbers[letter] = number } else { numbers["s"] = number }
            }
            digits = ""
        }
        for character in text.lowercased() where character != " " && character != "." {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                close()
                letter = character == "x" ? "e" : character
            }
        }
        close()
        if part == nil, let episode = numbers["e"] { part = episode }
        if season == nil, part != nil, let number = numbers["s"] { season = number }
    }
}
