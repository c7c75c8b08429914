/// The evidence in one upload: the title, the account and the artist field. A class, because a copy would retain some fifty references.
final class Clues: Sendable {
    /// The two sides of a title.
    final class Sides: Sendable {
        let left: Range<Int>
        let right: Range<Int>
        let kind: Reading.Separator.Kind
        /// The key of the left side without the credits in it.
        let leftKey: String
        let rightKey: String
        let leftName: Reading.Uncredited

        init(
            left: Range<Int>, right: Range<Int>, kind: Reading.Separator.Kind, leftKey: String, rightKey: String,
            leftName: Reading.Uncredited
        ) {
            (self.left, self.right, self.kind) = (left, right, kind)
            (self.leftKey, self.rightKey, self.leftName) = (leftKey, rightKey, leftName)
        }
    }

    /// An artist's name followed by a title in quotation marks.
    struct Quotation: Sendable {
        let name: Range<Int>
        let title: Range<Int>
        let nameKey: String
        let titleKey: String
        /// Whether the title is certainly quoted: words such as "M/V" follow, or the marks are East Asian brackets.
        let isSure: Bool
        let followsColon: Bool
    }

    let account: Account
    let reading: Reading
    let sides: Sides?
    let quotation: Quotation?
    let metadata: Metadata?
    /// The key of the whole title without brackets and credits.
    let titleKey: String
    /// The key of the title with the brackets that belong to the title; empty if there are no such brackets.
    let fullTitleKey: String
    let isEpisode: Bool
    /// Whether the text before the dash names an episode.
    let isLeftEpisode: Bool
    let isLong: Bool

    init(_ upload: borrowing Upload, account: Account) {
        let reading = Reading(upload.title, accountDigits: account.digits)
        titleKey = reading.titleKey(reading.body)
        fullTitleKey = reading.fullTitleKey(reading.body)
        let sides = Clues.sides(reading, account.key)
        quotation = Clues.quotation(reading, sides)
        isLong = (upload.durationMs ?? 0) >= Upload.longRecordingMs
        if let left = sides?.left {
            isLeftEpisode =
                reading.isEpisode(left, isLong: isLong) || reading.isSeries(left, of: account)
                || !account.key.isEmpty && reading.isNumberedShow(left)
        } else {
            isLeftEpisode = false
        }
        isEpisode = isLeftEpisode || reading.isEpisode(reading.body, isLong: isLong)
        if let artist = upload.metadataArtist {
            metadata = Metadata(artist, reading: reading, titleKey: titleKey)
        } else {
            metadata = nil
        }
        (self.account, self.sides) = (account, sides)
        self.reading = reading
    }

    /// Returns whether the title has the form "Account & Other - Title".
    func isJoint(_ sides: Sides) -> Bool {
        let key = account.key
        guard key.utf8.count > 1, sides.leftKey.utf8.count > key.utf8.count else { return false }
        let list = NameList(reading.line, reading.line.unquoted(sides.leftName.main))
        return list.parts.count > 1 && list.parts.contains { reading.line.key($0) == key }
            && (sides.leftKey.hasPrefix(key) || sides.leftKey.hasSuffix(key)
                || sides.leftKey.firstRange(of: key) != nil)
    }

    /// Whether the title marks a cover, which is assumed to be by the account, or a remix by the account: "… (cover)", "… (Name remix)".
    var isMadeByAccount: Bool {
        if reading.line.meanings.contains(.cover) {
            return reading.line.groups.contains { $0.role == .cover }
                || reading.line.words.last?.meaning.contains(.cover) ?? false
        }
        guard account.key.utf8.count > 2, reading.line.meanings.contains(.remix) else { return false }
        return reading.line.groups.contains {
            $0.role == .remix && reading.line.key($0.inner).firstRange(of: account.key) != nil
        }
    }

    /// Returns the sides of the most probable separator; `nil` if no separator has a name and a title beside it. Dashes with spaces come first; a
    /// dash without spaces needs further evidence.
    private static func sides(_ reading: borrowing Reading, _ accountKey: String) -> Sides? {
        if let first = reading.separators.first, first.kind == .halfDash,
            let sides = Clues.sides(reading, at: first), sides.leftKey == accountKey
        {
            return sides
        }
        for separator in reading.separators where separator.kind == .dash {
            if let sides = Clues.sides(reading, at: separator) { return sides }
        }
        for separator in reading.separators where separator.kind == .halfDash {
            if let sides = Clues.sides(reading, at: separator) { return sides }
        }
        for separator in reading.separators where separator.kind == .unspacedDash || separator.kind == .colon {
            guard let sides = Clues.sides(reading, at: separator) else { continue }
            if sides.leftKey == accountKey || sides.rightKey == accountKey && separator.kind == .unspacedDash {
                return sides
            }
            if reading.isNumbered, separator.kind == .unspacedDash, !reading.line.scalars.contains(" ") { return sides }
        }
        for separator in reading.separators where separator.kind != .unspacedDash {
            if let sides = Clues.sides(reading, at: separator) { return sides }
        }
        return nil
    }

    /// Returns the sides of a separator; `nil` if a side has no name. The left side begins at `start`, or at the start of the body for `nil`.
    static func sides(_ reading: borrowing Reading, at separator: Reading.Separator, from start: Int? = nil) -> Sides? {
        let left = reading.line.trimmed((start ?? reading.body.lowerBound)..<separator.range.lowerBound)
        let right = reading.unnumbered(reading.line.trimmed(separator.range.upperBound..<reading.body.upperBound))
        guard !left.isEmpty, !right.isEmpty else { return nil }
        let leftName = reading.uncredited(left)
        let (leftKey, rightKey) = (reading.nameKey(leftName.main), reading.titleKey(right))
        guard !leftKey.isEmpty, !rightKey.isEmpty else { return nil }
        return Sides(
            left: left, right: right, kind: separator.kind, leftKey: leftKey, rightKey: rightKey, leftName: leftName)
    }

    /// Returns the quotation in `Artist "Title" M/V`, «…», 『…』 or `Artist【Track】`; `nil` for other forms and for a title with a dash.
    private static func quotation(_ reading: borrowing Reading, _ sides: Sides?) -> Quotation? {
        let body = reading.body
        if let sides, sides.kind.isDash { return nil }
        if reading.line.groups.isEmpty, reading.line.quotations.isEmpty { return nil }
        let lenticular = reading.line.groups.filter { $0.mark == "【" && $0.role == .part }
        for group in reading.line.quotations + lenticular {
            guard group.outer.lowerBound >= body.lowerBound, group.outer.upperBound <= reading.line.scalars.count,
                group.role == .part || group.role == .wrapping && group.isCJKQuotation,
                group.outer.upperBound <= body.upperBound + 1
            else { continue }
            let name = wrappingless(reading, reading.line.trimmed(body.lowerBound..<group.outer.lowerBound))
            var title = reading.line.trimmed(group.inner)
            if group.isCJKQuotation { title = wrappingless(reading, title) }
            guard !name.isEmpty, !title.isEmpty, reading.line.words(in: name).first != nil else { continue }
            let rest = reading.line.openWords(
                in: min(group.outer.upperBound, reading.line.scalars.count)..<reading.line.scalars.count)
            let known: WordMeaning = [.wrapping, .surelyWrapping, .performance, .version, .number, .filler, .download]
            guard rest.allSatisfy({ !$0.meaning.isDisjoint(with: known) || isAfterCredit($0, rest) }) else { continue }
            let nameKey = reading.nameKey(name)
            guard !nameKey.isEmpty else { continue }
            return Quotation(
                name: name, title: title, nameKey: nameKey, titleKey: reading.titleKey(title),
                isSure: !rest.isEmpty || group.isCJKQuotation || group.mark == "【"
                    || group.outer.upperBound < reading.line.scalars.count,
                followsColon: reading.line.scalars[name.upperBound..<group.outer.lowerBound].contains(":"))
        }
        return nil
    }

    private static func isAfterCredit(_ word: Line.Word, _ rest: Line.WordCollection) -> Bool {
        rest.contains { $0.range.lowerBound <= word.range.lowerBound && !$0.meaning.isDisjoint(with: .credit) }
    }

    /// Returns the range without the word for video: "ArtistMV『Track』", "Artist MV 「Track」".
    private static func wrappingless(_ reading: borrowing Reading, _ range: Range<Int>) -> Range<Int> {
        let words = reading.line.words(in: range)
        guard let last = words.last, words.count > 1, last.meaning.contains(.surelyWrapping) else {
            let scalars = reading.line.scalars
            if range.count > 3, scalars[range.upperBound - 1] == "V",
                scalars[range.upperBound - 2] == "M" || scalars[range.upperBound - 2] == "P",
                scalars[range.upperBound - 3].value > 0x60
            {
                return range.lowerBound..<range.upperBound - 2
            }
            return range
        }
        return reading.line.trimmed(range.lowerBound..<last.range.lowerBound)
    }
}

/// The parsed artist field of an upload.
final class Metadata: Sendable {
    let name: String
    let key: String
    let line: Line

    /// Parses the artist field. Returns `nil` for a field that cannot be a name, such as an address, a placeholder or the whole title.
    init?(_ text: String, reading: borrowing Reading, titleKey: String) {
        let line = Line(text, isTitle: false)
        let range = line.trimmed(line.whole)
        let words = line.words(in: range)
        guard !words.isEmpty || !range.isEmpty, line.scalars.count <= 120 else { return nil }
        if !words.isEmpty, words.allSatisfy({ $0.meaning.contains(.nobody) }) { return nil }
        if Metadata.isAddress(line.scalars) { return nil }
        key = line.key(range)
        let whole = reading.line.key(reading.line.whole)
        guard !key.isEmpty, key != titleKey, key != whole else { return nil }
        // A field that repeats the first half of the title in more than three words is not a name.
        if words.count > 3, key.utf8.count * 2 >= whole.utf8.count, whole.hasPrefix(key),
            reading.separators.isEmpty
        {
            return nil
        }
        let credits = reading.bracketCredits(in: reading.body) + reading.uncredited(reading.body).credits
        for credit in credits where credit.role == .producing {
            if reading.line.key(credit.names) == key { return nil }
        }
        name = line.text(range)
        self.line = line
    }

    private static func isAddress(_ scalars: [Unicode.Scalar]) -> Bool {
        if scalars.contains("@"), !scalars.contains(" "), scalars.first != "@" { return scalars.contains(".") }
        guard let dot = scalars.lastIndex(of: "."), dot > 0, dot + 2 < scalars.count, !scalars.contains(" ") else {
            return scalars.count > 3 && Folding.key(scalars.prefix(4)) == "http"
        }
        if Folding.key(scalars.prefix(4)) == "www" || Folding.key(scalars.prefix(4)) == "http" { return true }
        let ending = Folding.key(scalars[(dot + 1)...].prefix { $0 != "/" })
        return ["com", "net", "org", "ru", "de", "co", "uk", "fm", "me", "io", "info", "tv", "app", "link"].contains(
            ending)
    }
}
