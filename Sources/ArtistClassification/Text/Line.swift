/// A parsed title or name: its scalars, words, brackets and quotations.
struct Line: Sendable {
    /// A run of letters and digits, with the apostrophes inside, or an abbreviation with marks, such as "w/", "M/V" or "p.".
    struct Word: Sendable {
        let range: Range<Int>
        let meaning: WordMeaning
    }

    /// A selection of a line's words, with indices from 0. Usually a slice of the line's words, without a copy.
    struct WordCollection: RandomAccessCollection {
        private let base: ArraySlice<Word>

        init(_ base: ArraySlice<Word>) { self.base = base }

        var startIndex: Int { 0 }
        var endIndex: Int { base.count }

        subscript(position: Int) -> Word { base[base.startIndex + position] }
    }

    /// A range in brackets or quotation marks.
    struct Group: Sendable {
        /// The range including the enclosing marks.
        let outer: Range<Int>
        let inner: Range<Int>
        let mark: Unicode.Scalar
        var role = GroupRole.part

        var isSquare: Bool { mark == "[" || mark == "［" || mark == "【" || mark == "〔" }
        /// Whether the group belongs to neither name nor title.
        var isLeftOut: Bool { role == .wrapping || role == .handle || role == .label }
        var isCJKQuotation: Bool { mark == "「" || mark == "『" || mark == "《" || mark == "〈" }
    }

    /// The maximum number of scalars read from a title, which bounds the work. SoundCloud's titles have at most 100 characters.
    static let longest = 600

    let scalars: [Unicode.Scalar]
    /// The folded scalars; `nil` if the folding of a scalar depends on its neighbours.
    private(set) var folded: FoldedLine?
    /// Whether the text has "_" instead of spaces, as file names do.
    let isFileName: Bool
    private(set) var words: [Word] = []
    /// The union of the meanings of all words, so that most rules can be skipped quickly.
    private(set) var meanings = WordMeaning()
    /// Whether the line contains a "+" or the word "w", which may introduce a credit.
    private(set) var hasLooseCredit = false
    /// Whether the line contains an "@", which may precede an account or a place.
    private(set) var hasAt = false
    /// Whether the line may contain a mark between artist and title, apart from gaps.
    private(set) var mayPart = false
    /// The indices of the spaces that stand for several spaces, a tab or an ideographic space (U+3000). The last may equal `scalars.count`.
    private(set) var gaps: [Int] = []
    /// Whether the line may contain a bracket or a quotation mark.
    private var hasMarks = false
    /// The outermost brackets, in order.
    private(set) var groups: [Group] = []
    /// The quotations outside brackets, in order.
    private(set) var quotations: [Group] = []

    /// Parses the first `longest` scalars of a name, or of a title, which may be a file name with "_" for spaces.
    init(_ text: String, isTitle: Bool = true) {
        self.init(unread: text, isTitle)
        folded = FoldedLine(scalars)
        scanWords()
        if hasMarks { scanGroups() }
    }

    /// Returns the text without spaces and separating marks at its ends, with single spaces, cut to `longest` scalars.
    static func normalised(_ text: String) -> String {
        if isNormalised(text) { return text }
        let line = Line(unread: text, false)
        return line.text(line.whole)
    }

    /// Returns whether the text is plain ASCII that needs no tidying. May return `false` for a tidy text.
    private static func isNormalised(_ text: String) -> Bool {
        var before: UInt8 = 0x20
        for byte in text.utf8 {
            guard byte > 0x20 && byte < 0x7F || byte == 0x20 && before != 0x20 else { return false }
            before = byte
        }
        guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
        return Letters.isPlain(Unicode.Scalar(first)) && Letters.isPlain(Unicode.Scalar(before))
    }

    /// Reads the scalars only, without words and brackets.
    private init(unread text: String, _ isTitle: Bool) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        var (hasSpace, hasUnderscore) = (false, false)
        for scalar in text.unicodeScalars {
            if scalars.count == Self.longest { break }
            if Letters.isPlain(scalar) {
                // Most scalars are letters and digits.
                scalars.append(scalar)
            } else if Letters.isSpace(scalar) {
                // Zero-width marks within words are removed.
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
            // "M/V", "w/" and "p." are words that contain marks.
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

    /// Returns whether the word is a numbered episode: "ep147", "s3e12", but not "ep2", which is a record.
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

    /// Returns the end of a quotation; `nil` if none begins at `start`. A mark after a digit means inches, and a mark within a word is an apostrophe.
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

    /// Sets the role of each bracket and of each East Asian quotation from the meanings of the words inside.
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

/// The role of a bracket, or of an East Asian quotation, in a title.
enum GroupRole: Sendable {
    /// Part of the title.
    case part
    /// Packaging without information about the music: "Official Video".
    case wrapping
    case featuring
    case producing
    /// A remix, mix or edit, with or without the name of the remixer.
    case remix
    case version
    /// A cover: "cover of", "originally performed by", "cover by".
    case cover
    case handle
    /// A publisher, or a catalogue number.
    case label
    /// A release: "from the album …".
    case release
    case episode
}
