/// The properties of an account that follow from its name alone (spec M5.4). A class, because copying a struct would retain five references.
final class Account: Sendable {
    /// The name without packaging and account words such as "Official", "- Topic" and "VEVO": "FallOutBoyVEVO" becomes "Fall Out Boy".
    let name: String
    let key: String
    /// The ASCII digits at the start of the key; empty if the key starts with no digit.
    let digits: String
    /// Whether the name is a placeholder: "user-123456", or a word that names no artist.
    let isGeneric: Bool
    /// Whether the name is one word or has underscores, and ends in two or more digits, often because the name without digits was taken.
    let isHandle: Bool
    /// Whether the name is the name of a label: "… Records".
    let isLabel: Bool
    /// Whether the name has the form of a YouTube Topic channel ("Name - Topic"), which YouTube generates for an artist. The titles of such an
    /// account usually come from the publisher.
    let isTopic: Bool
    /// Whether the account is an artist's VEVO channel ("NameVEVO"), whose name has no spaces or punctuation.
    let isVEVO: Bool
    /// Whether the name claims that the account belongs to the artist ("Name Official").
    let isOfficial: Bool
    /// Whether the account publishes lyrics, unlike artists' own accounts.
    let isOfLyrics: Bool
    /// Whether the name contains a word for accounts that upload other artists' tracks, including lyrics.
    let isCollector: Bool
    /// The initials of a name with several words; empty for a name of one word.
    let initials: String
    /// Whether the name may list several artists: "A & B".
    let isList: Bool
    /// The keys of the name without common affixes or trailing digits. A variant is used only if its key is known in the library.
    let variants: [String]

    init(_ uploader: String) {
        var line = Line(uploader, isTitle: false)
        line.decideRoles()
        var range = Account.trimmed(line, line.whole)
        let excluded = line.groups.filter { $0.role == .handle || $0.role == .wrapping }.map(\.outer)
        range = Account.withoutSuffix(line, range)
        let suffix = line.words(in: range.upperBound..<line.scalars.count).first
        isTopic = suffix.map { line.key($0.range) == "topic" && line.scalars[$0.range.lowerBound] == "T" } ?? false
        isOfficial =
            !isTopic
            && range.count < line.words.reduce(0) { max($0, $1.range.upperBound) }
                - (line.words.first?.range.lowerBound ?? 0)
        var name = line.text(range, without: excluded)
        if !name.unicodeScalars.contains(" "), name.unicodeScalars.contains("_") {
            name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "_" ? " " : $0 }))
        }
        if name.isEmpty { name = line.text(line.whole) }
        isVEVO = name.hasSuffix("VEVO") && name.utf8.count > 4
        if isVEVO { name = Account.spaced(String(name.dropLast(4))) }
        self.name = name
        let key = Folding.key(Array(name.unicodeScalars))
        self.key = key
        digits = String(decoding: key.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
        let words = line.words(in: range)
        guard let last = words.last else {
            (isGeneric, isHandle, isLabel, isOfLyrics, isCollector, isList) = (false, false, false, false, false, false)
            (initials, variants) = ("", [])
            return
        }
        let trailing = key.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        isHandle = trailing >= 2 && trailing < key.utf8.count && (words.count == 1 || uploader.utf8.contains(0x5F))
        isGeneric =
            key.hasPrefix("user") && key.utf8.dropFirst(4).allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            || words.allSatisfy { $0.meaning.contains(.nobody) }
        isLabel =
            words.count > 1 && (last.meaning.contains(.label) || words.contains { $0.meaning.contains(.surelyLabel) })
        isOfLyrics =
            words.count > 1 && words.contains { $0.meaning.contains(.lyrics) }
            || Account.lyricsSuffixes.contains { key.hasSuffix($0) }
        isCollector = isOfLyrics || words.count > 1 && words.contains { $0.meaning.contains(.collector) }
        initials = words.count > 1 ? words.map { line.key($0.range.prefix(1)) }.joined() : ""
        isList = NameList(line, range).parts.count > 1
        variants = Account.variants(line, words, key)
    }

    private static func trimmed(_ line: borrowing Line, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, line.scalars[start] == "@" || isOrnament(line.scalars[start]) { start += 1 }
        while end > start, isOrnament(line.scalars[end - 1]) { end -= 1 }
        return start == end ? range : start..<end
    }

    private static func isOrnament(_ scalar: Unicode.Scalar) -> Bool {
        Letters.isTrimmed(scalar) || Letters.isOrnament(scalar) || scalar == "*" || scalar == "^" || scalar == "°"
    }

    /// Returns the range without " - Topic", " Official" and similar suffixes, and without "Official" and similar words at its start.
    private static func withoutSuffix(_ line: borrowing Line, _ range: Range<Int>) -> Range<Int> {
        var range = range
        let words = line.words(in: range)
        guard words.count > 1, let first = words.first, let last = words.last else { return range }
        let appended: WordMeaning = [.accountSuffix, .wrapping]
        if last.range.upperBound == range.upperBound {
            let isTopic =
                last.meaning.contains(.accountSuffix) && last.range.lowerBound > 2
                && line.scalars[last.range.lowerBound - 2] == "-"
            if isTopic || last.meaning.isSuperset(of: appended) && !last.meaning.contains(.weak) && last.range.count > 5
            {
                range = trimmed(line, range.lowerBound..<last.range.lowerBound)
            }
        }
        if first.meaning.isSuperset(of: appended), !first.meaning.contains(.weak), first.range.count > 5,
            first.range.upperBound < range.upperBound
        {
            range = trimmed(line, first.range.upperBound..<range.upperBound)
        }
        return range
    }

    private static func spaced(_ name: String) -> String {
        var spaced = String.UnicodeScalarView()
        var before: Unicode.Scalar = "A"
        for scalar in name.unicodeScalars {
            let isCapital = scalar.value >= 0x41 && scalar.value <= 0x5A
            let followsSmall = before.value >= 0x61 && before.value <= 0x7A
            if isCapital, followsSmall { spaced.append(" ") }
            spaced.append(scalar)
            before = scalar
        }
        return String(spaced)
    }

    private static func variants(_ line: borrowing Line, _ words: ArraySlice<Line.Word>, _ key: String) -> [String] {
        var variants: [String] = []
        if words.count > 1, let first = words.first, let last = words.last {
            if !last.meaning.isDisjoint(with: [.accountSuffix, .label, .collector]) {
                variants.append(line.key(first.range.lowerBound..<last.range.lowerBound))
            }
        }
        for affix in accountSuffixes where key.utf8.count > affix.utf8.count + 2 && key.hasSuffix(affix) {
            variants.append(String(key.dropLast(affix.count)))
        }
        for affix in accountPrefixes where key.utf8.count > affix.utf8.count + 2 && key.hasPrefix(affix) {
            variants.append(String(key.dropFirst(affix.count)))
        }
        let digits = key.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        if digits > 0, key.utf8.count > digits + 2 { variants.append(String(key.dropLast(digits))) }
        return variants.filter { !$0.isEmpty && $0 != key }
    }

    private static let lyricsSuffixes = [
        "lyrics", "lyric", "lyricvideos", "lyricsvideo", "letras", "paroles", "songtexte", "karaoke",
    ]
    private static let accountSuffixes = [
        "official", "fans", "fan", "fanclub", "archive", "updates", "leaks", "music", "musik", "vevo", "topic", "tv",
        "band", "hq", "channel", "sound", "uk", "us",
    ]
    private static let accountPrefixes = [
        "official", "the", "iam", "its", "real", "dj", "mc", "weare", "we are", "this is", "thisis", "fanof", "fansof",
        "bestof", "welove", "ilove", "allabout",
    ]
}
