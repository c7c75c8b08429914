/// A title or name taken apart: its scalars, words, brackets and quotations.
struct Line: Sendable {
    /// A run of letters and digits.
    struct Word: Sendable {
        let range: Range<Int>
        let meaning: WordMeaning
    }

    /// Some words of a line, counted from 0: mostly they stand there one after the other and need no room of their own.
    struct Words: RandomAccessCollection {
        private let base: ArraySlice<Word>

        init(_ base: ArraySlice<Word>) { self.base = base }

        var startIndex: Int { 0 }
        var endIndex: Int { base.count }

        subscript(position: Int) -> Word { base[base.startIndex + position] }
    }

    /// Something in brackets or quotation marks.
    struct Group: Sendable {
        /// With its marks.
        let outer: Range<Int>
        let inner: Range<Int>
        let mark: Unicode.Scalar
        var role = GroupRole.part

        var isSquare: Bool { mark == "[" || mark == "［" || mark == "【" || mark == "〔" }
        /// What no name and no title keeps.
        var isLeftOut: Bool { role == .wrapping || role == .handle || role == .label }
        var isCJKQuotation: Bool { mark == "「" || mark == "『" || mark == "《" || mark == "〈" }
    }

    /// What is said of longer titles counts for nothing; SoundCloud's end at 100 letters. It bounds the work.
    static let longest = 600

    let scalars: [Unicode.Scalar]
    /// What they fold to; `nil` where that depends on which of them are taken together.
    private(set) var folded: FoldedLine?
    /// Whether it had "_" for spaces, and none.
    let isFileName: Bool
    private(set) var words: [Word] = []
    /// What the words mean, all of them together: most rules need not look for what is not there.
    private(set) var meanings = WordMeaning()
    /// Whether there is a "+" or a word "w", which may credit somebody.
    private(set) var hasLooseCredit = false
    /// Whether there is an "@", which may stand before an account or a place.
    private(set) var hasAt = false
    /// Whether there may be a mark that parts artist and title, gaps aside.
    private(set) var mayPart = false
    /// Where several spaces or a tab stood, of which one space is left: mostly nowhere.
    private(set) var gaps: [Int] = []
    /// Whether there may be a bracket or a quotation mark.
    private var hasMarks = false
    /// Brackets outside other brackets, in their order.
    private(set) var groups: [Group] = []
    /// Quotations outside brackets, in their order.
    private(set) var quotations: [Group] = []

    /// - Parameter isTitle: Titles may be the names of files, with "_" for spaces and an ending.
    init(_ text: String, isTitle: Bool = true) {
        self.init(unread: text, isTitle)
        folded = FoldedLine(scalars)
        scanWords()
        if hasMarks { scanGroups() }
    }

    /// A text with one space where it has several, and nothing at its ends that is trimmed.
    static func tidied(_ text: String) -> String {
        if isTidy(text) { return text }
        let line = Line(unread: text, false)
        return line.text(line.whole)
    }

    /// Whether a text is surely tidy: ASCII from a letter or digit to another, no two spaces together, and not too long.
    private static func isTidy(_ text: String) -> Bool {
        var before: UInt8 = 0x20
        for byte in text.utf8 {
            guard byte > 0x20 && byte < 0x7F || byte == 0x20 && before != 0x20 else { return false }
            before = byte
        }
        guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
        return Letters.isPlain(Unicode.Scalar(first)) && Letters.isPlain(Unicode.Scalar(before))
    }

    /// Before words and brackets are looked for.
    private init(unread text: String, _ isTitle: Bool) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        var (hasSpace, hasUnderscore) = (false, false)
        for scalar in text.unicodeScalars {
            if scalars.count == Self.longest { break }
            if Letters.isPlain(scalar) {
                // Most are letters and digits.
                scalars.append(scalar)
            } else if Letters.isSpace(scalar) {
                // Zero-width marks within words vanish; runs of spaces become one.
                if scalar.value >= 0x200B && scalar.value <= 0x200F || scalar.value == 0xAD || scalar.value == 0xFEFF {
                    continue
                }
                if scalars.isEmpty { continue }
                if scalars[scalars.count - 1] == " " {
                    if gaps.last != scalars.count - 1 { gaps.append(scalars.count - 1) }
                    continue
                }
                hasSpace = true
                if scalar == "\t" || scalar == "\u{3000}" { gaps.append(scalars.count) }
                scalars.append(" ")
            } else if scalar.value != 0xFE0F {
                if scalar == "_" { hasUnderscore = true }
                if scalar == "+" { hasLooseCredit = true }
                if scalar == "@" { hasAt = true }
                if scalar == "#" { meanings.formUnion(.hashtag) }
                if Letters.mayEnclose(scalar) { hasMarks = true }
                if Letters.mayPart(scalar) { mayPart = true }
                scalars.append(scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        isFileName = hasUnderscore && isTitle && (!hasSpace || !scalars.contains(" "))
        if isFileName {
            for index in scalars.indices where scalars[index] == "_" { scalars[index] = " " }
        }
        self.scalars = scalars
    }

    private mutating func scanWords() {
        words.reserveCapacity(scalars.count / 4 + 2)
        var index = 0
        while index < scalars.count {
            guard Letters.isWord(scalars[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < scalars.count {
                if Letters.isWord(scalars[index]) {
                    index += 1
                } else if isApostrophe(scalars[index]), index + 1 < scalars.count, Letters.isWord(scalars[index + 1]) {
                    index += 1
                } else {
                    break
                }
            }
            let word = word(start..<index)
            words.append(word)
            meanings.formUnion(word.meaning)
            if index - start == 1, scalars[start] == "w" { hasLooseCredit = true }
            if let last = words.last, last.range.upperBound > index { index = last.range.upperBound }
        }
    }

    private func word(_ range: Range<Int>) -> Word {
        if range.count == 1 {
            // "M/V", "w/" and "p." are words of more than letters.
            let letter = scalars[range.lowerBound]
            let next = range.upperBound < scalars.count ? scalars[range.upperBound] : " "
            if next == "/", letter == "w" || letter == "W" {
                return Word(range: range.lowerBound..<range.upperBound + 1, meaning: .featuring)
            }
            if next == "/", letter == "m" || letter == "M", range.upperBound + 1 < scalars.count,
                scalars[range.upperBound + 1] == "v" || scalars[range.upperBound + 1] == "V",
                range.upperBound + 2 == scalars.count || !Letters.isWord(scalars[range.upperBound + 2])
            {
                return Word(range: range.lowerBound..<range.upperBound + 2, meaning: [.surelyWrapping, .performance])
            }
            if next == ".", letter == "p", range.lowerBound > 0,
                scalars[range.lowerBound - 1] == " " || Letters.closing(scalars[range.lowerBound - 1]) != nil
            {
                return Word(range: range.lowerBound..<range.upperBound + 1, meaning: .producing)
            }
        }
        var isNumber = true
        for index in range where !Letters.isDigit(scalars[index]) {
            isNumber = false
            break
        }
        // Words of the vocabulary are short.
        guard range.count <= 20, !isNumber else { return Word(range: range, meaning: isNumber ? .number : []) }
        if Letters.isDigit(scalars[range.upperBound - 1]), Line.isNumberedEpisode(Array(letters(range))) {
            return Word(range: range, meaning: [.episode, .number])
        }
        return Word(range: range, meaning: Vocabulary.meaning(of: hash(range)))
    }

    /// "ep147", "s3e12": but "ep2" is a record.
    private static func isNumberedEpisode(_ bytes: [UInt8]) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        if bytes.count >= 4, bytes[0] == 0x65, bytes[1] == 0x70 { return bytes[2...].allSatisfy(isDigit) }
        guard bytes.count >= 4, bytes[0] == 0x73, let e = bytes.firstIndex(of: 0x65), e > 1, e + 1 < bytes.count else {
            return false
        }
        return bytes[1..<e].allSatisfy(isDigit) && bytes[(e + 1)...].allSatisfy(isDigit)
    }

    private func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "’" || scalar == "ʼ" || scalar == "`"
    }

    private mutating func scanGroups() {
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            guard Letters.mayEnclose(scalar) else {
                index += 1
                continue
            }
            if let closing = Letters.closing(scalar), let end = match(scalar, closing, from: index) {
                let group = Group(outer: index..<end + 1, inner: index + 1..<end, mark: scalar)
                if group.isCJKQuotation { quotations.append(group) } else { groups.append(group) }
                index = end + 1
            } else if let end = endOfQuotation(from: index),
                quotations.last.map({ $0.outer.upperBound <= index }) ?? true
            {
                quotations.append(Group(outer: index..<end + 1, inner: index + 1..<end, mark: scalar))
                index += 1
            } else {
                index += 1
            }
        }
    }

    /// Where a bracket closes: one of another kind within it does not count.
    private func match(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar, from start: Int) -> Int? {
        var depth = 0
        for index in start..<scalars.count {
            if scalars[index] == opening {
                depth += 1
            } else if scalars[index] == closing {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }

    /// Where a quotation ends that begins here, if one does. A mark after a digit is inches, one within a word an apostrophe.
    private func endOfQuotation(from start: Int) -> Int? {
        let closings = Letters.closingQuote(scalars[start])
        guard !closings.isEmpty, start == 0 || !Letters.isDigit(scalars[start - 1]) else { return nil }
        let isSingle = scalars[start] == "'" || scalars[start] == "‘" || scalars[start] == "‚"
        if isSingle, start > 0, Letters.isWord(scalars[start - 1]) { return nil }
        var index = start + 2
        while index < scalars.count {
            if closings.contains(scalars[index]) {
                let isEnd = index + 1 == scalars.count || !Letters.isWord(scalars[index + 1])
                if !isSingle || isEnd { return index }
            }
            index += 1
        }
        return nil
    }

    /// Says what each bracket is, once, by what is known of the words.
    mutating func decideRoles() {
        for index in groups.indices {
            let role = role(of: groups[index])
            groups[index].role = role
        }
        for index in quotations.indices where quotations[index].isCJKQuotation {
            let role = role(of: quotations[index])
            quotations[index].role = role
        }
    }
}

/// What a bracket says.
enum GroupRole: Sendable {
    /// Belongs to the title.
    case part
    /// "Official Video": nothing of the music.
    case wrapping
    case featuring
    case producing
    /// Made anew: a remix by somebody.
    case remix
    case version
    /// "cover of", "originally performed by", "cover by".
    case cover
    /// An account's handle.
    case handle
    /// The publisher, or its number for the release.
    case label
    /// "from the album …".
    case release
    case episode
}
