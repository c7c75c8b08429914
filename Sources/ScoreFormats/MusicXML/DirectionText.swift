/// The words of a direction that mean a jump or mark its target (MusicXML 4.0, `words`).
///
/// They replace a missing `sound` element, and add "al Fine" and "al Coda", which a `sound` element cannot state.
struct DirectionText: Hashable {
    var isDaCapo = false
    var isDalSegno = false
    var isToCoda = false
    var isFine = false
    var isCoda = false
    var isSegno = false
    /// The mark in the words "al Fine" or "al Coda"; `nil` without these words.
    var until: FormMarks.Jump.Until?

    /// Reads Italian words, which scores in all languages use, and "to coda".
    init(_ text: String) {
        let words = Self.words(text)
        switch words.first {
        case "dc": isDaCapo = true
        case "da" where words.dropFirst().first == "capo": isDaCapo = true
        case "ds": isDalSegno = true
        case "dal", "del": isDalSegno = words.dropFirst().first == "segno"
        case "to", "al", "alla": isToCoda = words.dropFirst().first == "coda" && words.count <= 3
        case "fine" where words.count == 1: isFine = true
        case "coda" where words.count == 1: isCoda = true
        case "segno" where words.count == 1: isSegno = true
        default: break
        }
        if isDaCapo || isDalSegno {
            until = words.last == "fine" ? .fine : words.contains("coda") ? .coda : nil
        }
    }

    /// Returns the words in lower case, only the letters from a to z: "D. C. al Fine" gives "dc", "al", "fine". Signs of segno and coda become words.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if word.count == 1, let last = words.last, last.count == 1 {
                words[words.count - 1] += word
            } else if !word.isEmpty {
                words.append(word)
            }
            word = ""
        }
        for scalar in text.unicodeScalars.prefix(200) {
            switch scalar {
            case "\u{1D10B}":
                end()
                words.append("segno")
            case "\u{1D10C}":
                end()
                words.append("coda")
            case ".": continue
            case "A"..."Z": word.unicodeScalars.append(Unicode.Scalar(scalar.value + 0x20) ?? scalar)
            case "a"..."z": word.unicodeScalars.append(scalar)
            default: end()
            }
        }
        end()
        return words
    }
}
