/// A title parsed without knowledge of the library: the part with artist and title, possible separators and credits (spec M5.3, M5.6).
struct Reading: Sendable {
    /// A possible separator of artist and title.
    struct Separator: Sendable {
        enum Kind: Sendable {
            /// " - " and "—", the usual separators.
            case dash
            /// "Artist- Title": a dash with one space; or an en dash without spaces, unless a digit stands beside it.
            case halfDash
            /// A dash without spaces: "artist-title".
            case unspacedDash
            /// A bar, with or without spaces, or another sign between spaces: " / ", " // ", " • ", " ~ ", " ★ ".
            case bar
            /// Several spaces, a tab or an ideographic space (U+3000), used only if the title has no other separators than dashes without spaces.
            case gap
            case colon
            /// A colon with a space before it: "Artist : Title".
            case spacedColon

            var isDash: Bool { self == .dash || self == .halfDash }
        }

        let range: Range<Int>
        let kind: Kind
    }

    /// The names that the title credits with a role.
    struct Credit: Sendable {
        let role: GroupRole
        let names: Range<Int>
    }

    var line: Line
    /// The range of artist and title in `line.scalars`, without packaging, numbers and announcements at its ends. May contain ranges of `wrapping`.
    var body: Range<Int>
    /// Whether a number precedes the title: "03. …". Such titles come from software or a record, usually as "number artist - title".
    var isNumbered: Bool { startOfNumber != nil }
    /// The start of the removed number; `nil` if no number was removed.
    var startOfNumber: Int?
    var isAnnounced = false
    /// The separators within the body, outside brackets and quotations.
    var separators: [Separator] = []
    /// The ranges of the brackets and quotations that belong to neither name nor title, such as "[MV]".
    var wrapping: [Range<Int>] = []

    /// Parses a title. The digits at the start of the account's name (`accountDigits`) are not a track number.
    init(_ title: String, accountDigits: String = "") {
        line = Line(title)
        body = line.whole
        line.decideRoles()
        dropFileEnding()
        findSeparators()
        dropPrefix(accountDigits)
        keepSeparators()
        dropSuffix()
        // "Title - Prod. by …" has no artist before the dash, and neither has "Title ♪ by …".
        keepSeparators()
        dropSeparatorsBeforeCredits()
        for group in line.groups where group.isLeftOut { wrapping.append(group.outer) }
        for group in line.quotations where group.isLeftOut { wrapping.append(group.outer) }
        // If the whole text is wrapping, nothing is removed: "Official Video" is then the title.
        if !line.hasText(body, without: wrapping) {
            (body, wrapping, separators) = (line.trimmed(line.whole), [], [])
            if body.isEmpty { body = line.whole }
        }
    }

    private mutating func keepSeparators() {
        let body = body
        func isOutside(_ separator: Separator) -> Bool {
            separator.range.lowerBound < body.lowerBound || separator.range.upperBound > body.upperBound
        }
        if separators.contains(where: isOutside) { separators.removeAll(where: isOutside) }
    }

    private mutating func dropSeparatorsBeforeCredits() {
        guard !line.meanings.isDisjoint(with: .credit) || line.meanings.contains(.by) else { return }
        var kept: [Separator] = []
        for separator in separators where !isBeforeCredit(separator) { kept.append(separator) }
        separators = kept
    }

    private func isBeforeCredit(_ separator: Separator) -> Bool {
        let words = line.words(in: separator.range.upperBound..<body.upperBound)
        guard let first = words.first, words.count > 1, first.range.lowerBound <= separator.range.upperBound + 1 else {
            return false
        }
        if separator.kind == .bar, first.meaning.contains(.by), line.scalars[first.range] == ["b", "y"] { return true }
        return first.meaning.contains(.featuring)
            || first.meaning.contains(.producing)
                && (first.range.count <= 5 || words.dropFirst().first?.meaning.contains(.by) ?? false)
    }

    private mutating func dropFileEnding() {
        guard let last = line.words.last, last.range.upperBound == body.upperBound, last.meaning.contains(.fileEnding),
            last.range.lowerBound > 1, line.scalars[last.range.lowerBound - 1] == "."
        else { return }
        body = body.lowerBound..<last.range.lowerBound - 1
    }

    private mutating func findSeparators() {
        guard line.mayPart else {
            findGap()
            return
        }
        let scalars = line.scalars
        var index = body.lowerBound
        while index < body.upperBound {
            let scalar = scalars[index]
            if Letters.isPlain(scalar) || !Letters.mayPart(scalar) {
                index += 1
                continue
            }
            if let group = line.group(at: index) ?? quotation(at: index) {
                index = group.outer.upperBound
                continue
            }
            let before = index > body.lowerBound ? scalars[index - 1] : " "
            var end = index + 1
            if Letters.isDash(scalar) { while end < body.upperBound, Letters.isDash(scalars[end]) { end += 1 } }
            if scalar == "/", end < body.upperBound, scalars[end] == "/" { end += 1 }
            if scalar == "|", end < body.upperBound, scalars[end] == "|" { end += 1 }
            if Letters.isOrnament(scalar) { while end < body.upperBound, isOrnament(scalars[end]) { end += 1 } }
            let after = end < body.upperBound ? scalars[end] : " "
            if index > body.lowerBound, end < body.upperBound,
                let kind = kind(scalar, count: end - index, before: before, after: after),
                !Letters.isOrnament(scalar) || end + 1 < body.upperBound && Letters.isWord(scalars[end + 1])
            {
                separators.append(Separator(range: index..<end, kind: kind))
            }
            index = end
        }
        findGap()
    }

    /// Adds the first gap between words, if there are no other separators than dashes without spaces.
    private mutating func findGap() {
        guard !line.gaps.isEmpty, separators.allSatisfy({ $0.kind == .unspacedDash }) else { return }
        for gap in line.gaps where gap > body.lowerBound && gap + 1 < body.upperBound {
            guard line.group(at: gap) == nil, quotation(at: gap) == nil,
                Letters.isWord(line.scalars[gap + 1]), !Letters.isOrnament(line.scalars[gap - 1])
            else { continue }
            separators.insert(Separator(range: gap..<gap + 1, kind: .gap), at: 0)
            return
        }
    }

    private func isOrnament(_ scalar: Unicode.Scalar) -> Bool { Letters.isOrnament(scalar) || scalar == "\u{200D}" }

    private func kind(
        _ scalar: Unicode.Scalar, count: Int, before: Unicode.Scalar, after: Unicode.Scalar
    ) -> Separator.Kind? {
        let (opens, closes) = (before == " ", after == " ")
        if Letters.isDash(scalar) {
            if opens && closes || Letters.isLongDash(scalar) || count > 1 { return .dash }
            // "Artist -【Track】": brackets separate words as spaces do.
            if opens && (Letters.closing(after) != nil || !Letters.closingQuote(after).isEmpty) { return .dash }
            if closes && isEndOfBracket(before) { return .dash }
            // "artist–title" has a separator, but "1990–95" has none.
            if scalar.value == 0x2013, !Letters.isDigit(before), !Letters.isDigit(after) { return .halfDash }
            return opens || closes ? .halfDash : line.isFileName ? .dash : .unspacedDash
        }
        switch scalar {
        case ":", "：": return opens && closes ? .spacedColon : closes ? .colon : nil
        case "_": return opens && closes ? .dash : nil
        case "|", "｜", "¦": return .bar
        case "/", "／", "•", "·", "∙", "⋅", "◦", "~", "～", "»", "⁄": return opens && closes ? .bar : nil
        default: return opens && closes && Letters.isOrnament(scalar) ? .bar : nil
        }
    }

    private func isEndOfBracket(_ scalar: Unicode.Scalar) -> Bool {
        scalar == ")" || scalar == "]" || scalar == "】" || scalar == "\"" || scalar == "”"
    }
}
