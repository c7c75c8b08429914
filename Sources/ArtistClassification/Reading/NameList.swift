/// A list of names, split at every sign that may join artists: "A & B", "A, B", "A x B".
struct NameList {
    /// The ranges of the names; empty if there is only one name, so that the usual case allocates no array.
    private(set) var parts: [Range<Int>] = []
    /// The displayed text between each name and the next.
    private(set) var joins: [String] = []
    /// Whether every sign is certain to join artists: ";", " / ", "vs", "b2b", "pres", or "+" before a word other than "the" and similar words.
    private(set) var isCertain = true
    /// Whether every sign is "," or ";".
    private(set) var isList = true

    init(_ line: borrowing Line, _ range: Range<Int>) {
        var start = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound {
            if Letters.isWord(line.scalars[index]) {
                index += 1
                continue
            }
            if Letters.mayEnclose(line.scalars[index]), let group = line.group(at: index),
                group.outer.lowerBound == index
            {
                index = group.outer.upperBound
                continue
            }
            guard let end = NameList.endOfJoin(line, index, range) else {
                index += 1
                continue
            }
            let part = line.trimmed(start..<index)
            if !part.isEmpty, end < range.upperBound {
                let sign = line.scalars[index] == " " ? index + 1..<end : index..<end
                let text = line.written(sign)
                parts.append(part)
                joins.append(text == "," || text == ";" ? ", " : " " + text + " ")
                if text != "," && text != ";" { isList = false }
                if !(text == ";" || text == "/"
                    || sign.count > 1 && ["vs", "versus", "b2b", "pres"].contains(line.key(sign)))
                    && !(text == "+" && NameList.isList(line, after: end, range))
                {
                    isCertain = false
                }
                start = end
            }
            index = end
        }
        guard !parts.isEmpty else {
            (isCertain, isList) = (false, false)
            return
        }
        let last = line.trimmed(start..<range.upperBound)
        if !last.isEmpty { parts.append(last) }
        if parts.count < 2 || joins.count != parts.count - 1 {
            (parts, joins, isCertain, isList) = ([], [], false, false)
        }
    }

    /// Returns whether "+" joins names, unlike in the band name "Name + the Others".
    private static func isList(_ line: borrowing Line, after end: Int, _ range: Range<Int>) -> Bool {
        guard let next = line.words(in: end..<range.upperBound).first else { return false }
        let word = line.key(next.range)
        return !["the", "his", "her", "their", "my", "die", "los", "las", "les", "friends"].contains(word)
    }

    private static func endOfJoin(_ line: borrowing Line, _ index: Int, _ range: Range<Int>) -> Int? {
        let scalars = line.scalars
        let scalar = scalars[index]
        switch scalar {
        case ",", ";", "、", "，": return index + 1
        case " ":
            guard index + 2 < range.upperBound else { return nil }
            var end = index + 1
            while end < range.upperBound, scalars[end] != " ", end - index <= 7 { end += 1 }
            guard end < range.upperBound, scalars[end] == " " else { return nil }
            if end == index + 2 {
                switch scalars[index + 1] {
                case "&", "x", "X", "х", "Х", "×", "+", "/", "y", "и", "＆": return end
                default: return nil
                }
            }
            return Vocabulary.meaning(of: line.hash(index + 1..<end)).contains(.listing) ? end : nil
        default: return nil
        }
    }
}
