/// One upload on the scales: every reading of who the artist may be, what speaks for each, and the heaviest.
struct Judgement {
    /// One reading: who the artist would be, and which part of the text the title.
    struct Option {
        enum Name {
            case range(Range<Int>)
            case text(String)
        }

        let kind: Reason.Kind
        let key: String
        let name: Name
        let title: Range<Int>
        var score: Int
        /// What speaks for it besides.
        var reasons: [Reason.Kind] = []
        var credits: [Reading.Credit] = []
        /// Whose song it is, when the artist plays another's.
        var original: Range<Int>?
    }

    let clues: Clues
    let upload: Upload
    /// What the library knows of the account.
    let known: Knowledge.Known
    let knowledge: Knowledge
    /// Notes what teaching is asked of; nobody asks it but by the functions below.
    private let questions: Questions?

    /// The artist whom the account's name means.
    private let accountArtist: String

    // Lent, not copied: they are asked for some dozens of times a track.
    var evidence: Evidence { _read { yield knowledge.evidence } }
    var reading: Reading { _read { yield clues.reading } }
    var accountKey: String { _read { yield clues.account.key } }

    init(
        _ clues: Clues, _ upload: Upload, _ known: Knowledge.Known?, _ knowledge: Knowledge,
        asking questions: Questions? = nil
    ) {
        self.clues = clues
        self.upload = upload
        self.known = known ?? .stranger
        self.knowledge = knowledge
        self.questions = questions
        questions?.ask(clues.account.key)
        accountArtist = knowledge.identities.artist(clues.account.key)
    }

    // MARK: - What was taught

    /// The artist whom a key means.
    func artist(_ key: String) -> String {
        questions?.ask(key)
        return knowledge.identities.artist(key)
    }

    /// How the artist is written.
    func spelling(of key: String) -> String? {
        questions?.ask(key)
        return knowledge.identities.spelling(of: key)
    }

    /// Whether any name is several artists.
    var hasSplits: Bool {
        questions?.ask(Questions.anySplit)
        return !knowledge.identities.splits.isEmpty
    }

    func split(_ key: String) -> [String]? {
        questions?.ask(key)
        return knowledge.identities.splits[key]
    }

    func isKept(_ key: String) -> Bool {
        questions?.ask(key)
        return knowledge.identities.kept.contains(key)
    }

    func isTaught(_ key: String) -> Bool {
        questions?.ask(key)
        return knowledge.identities.taught.contains(key)
    }

    /// All readings, in the order in which equals are preferred.
    func options() -> [Option] {
        var options: [Option] = []
        options.reserveCapacity(6)
        let isStyle = self.isStyle
        if let sides = clues.sides { addSides(sides, isStyle, to: &options) } else { addGlued(to: &options) }
        if let option = quoted() { options.append(option) }
        if let option = afterQuotation() { options.append(option) }
        if let option = by() { options.append(option) }
        if let option = performing() { options.append(option) }
        if let option = field() { options.append(option) }
        if let option = taught() { options.append(option) }
        if let option = taughtTitle() { options.append(option) }
        if let option = owner() { options.append(option) }
        if let option = own(isStyle) { options.append(option) }
        if let option = sameRecording() { options.append(option) }
        if let option = sameTitle() { options.append(option) }
        return options
    }

    // MARK: - By the marks of the title

    private func addSides(_ sides: Clues.Sides, _ isStyle: Bool, to options: inout [Option]) {
        let leftRenown = renown(sides.leftKey, isLeft: true)
        if let option = label(sides) { options.append(option) }
        options.append(split(sides, leftRenown, isStyle))
        if let option = earlier(sides, isStyle) { options.append(option) }
        if let option = numberedName(sides, options[options.count - 1].score) { options.append(option) }
        if let option = afterSeries(sides, options[options.count - 1].score) { options.append(option) }
        if let option = ownCover(sides, options[options.count - 1].score) { options.append(option) }
        if let option = covering(sides) { options.append(option) }
        if let option = afterCatalogue(sides, leftRenown) { options.append(option) }
        if let option = reversed(sides, leftRenown) { options.append(option) }
    }

    /// "Artist-Title" without any space at the dash: an artist whom the library knows, or the original of the account's own remix.
    private func addGlued(to options: inout [Option]) {
        for separator in reading.separators where separator.kind == .gluedDash {
            guard let sides = Clues.sides(reading, at: separator), sides.leftKey.utf8.count > 2,
                sides.rightKey.utf8.count > 2
            else { continue }
            let renown = self.renown(sides.leftKey, isLeft: true)
            let isOriginal = isOwnRemix && reading.line.openWords(in: sides.left).count > 1
            let isKnown = renown > 0 || isOriginal || has(sides.leftKey, title: sides.rightKey)
            guard isKnown || !isPlausibleArtist || clues.account.isHandle, isKnown || isTwoNames(sides) else {
                continue
            }
            var option = split(sides, renown, false)
            option.score += isKnown ? 2 : 1
            options.append(option)
            return
        }
    }

    /// "Account & Other"
    private func isJoint(_ range: Range<Int>) -> Bool {
        guard accountKey.utf8.count > 1 else { return false }
        let list = NameList(reading.line, reading.line.unquoted(range))
        return list.parts.count > 1 && list.parts.contains { isSelf(reading.line.key($0)) }
    }

    /// "Artist | Title | Account"
    private var endsInAccount: Bool {
        let bars = reading.separators.filter { $0.kind == .bar }
        guard bars.count > 1, let last = bars.last else { return false }
        return isSelf(reading.line.key(last.range.upperBound..<reading.body.upperBound))
    }

    /// "Some Name-Some Title": more than a compound word, and both sides begin alike.
    private func isTwoNames(_ sides: Clues.Sides) -> Bool {
        let (left, right) = (reading.line.openWords(in: sides.left), reading.line.openWords(in: sides.right))
        guard left.count > 1, let first = left.first, let last = left.last, let next = right.first else { return false }
        return [first, last, next].allSatisfy { isCapital(reading.line.scalars[$0.range.lowerBound]) }
    }

    private func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? scalar.value >= 0x41 && scalar.value <= 0x5A : scalar.properties.isUppercase
    }

    private func split(_ sides: Clues.Sides, _ leftRenown: Int, _ isStyle: Bool) -> Option {
        var option = Option(
            kind: .beforeDash, key: sides.leftKey, name: .range(sides.leftName.main), title: sides.right, score: 0,
            credits: sides.leftName.credits)
        switch sides.kind {
        case .dash: option.score = 5
        case .halfDash: option.score = 4
        case .spacedColon: option.score = 3
        case .gluedDash, .bar, .colon: option.score = 1
        }
        let isWeak = option.score == 1
        if reading.isNumbered { option.score += isWeak ? 4 : 2 }
        if sides.kind == .bar, endsInAccount { option.score += 4 }
        if isSelf(sides.leftKey) {
            option.score += 5
            option.reasons.append(.ownAccount)
        } else if sides.leftKey == known.profile.owner {
            option.score += 3
            option.reasons.append(.accountOwner)
        } else if isJoint(sides.leftName.main) {
            option.score += 3
            option.reasons.append(.ownAccount)
        }
        if let field = clues.metadata, agrees(field, sides.leftKey) {
            option.score += 4
            option.reasons.append(.metadataSeconds)
        }
        if leftRenown > 0 {
            option.score += leftRenown > 1 ? 3 : 2
            option.reasons.append(.knownName)
        }
        if has(sides.leftKey, title: sides.rightKey) {
            option.score += 3
            option.reasons.append(.knownWork)
        }
        let isVersion =
            (reading.isVersionOnly(sides.right) || reading.isTempo(sides.right))
            && !(clues.isLong && clues.sides?.kind.isDash ?? false)
        if isVersion, !isSelf(sides.leftKey), leftRenown == 0, !accountKey.isEmpty,
            !reading.line.groups.contains(where: { $0.role == .label })
        {
            // With a date it is the recording of an evening, hence of whoever played.
            let isDated = reading.line.openWords(in: sides.right).count > 3 && reading.hasNumber(sides.right)
            option.score -= isDated ? 2 : 5
        }
        let words = reading.line.openWords(in: sides.left).count
        if words > 7 || sides.left.count > 70 { option.score -= 2 }
        if isStyle { option.score -= 4 }
        // "Work No. 2 - Movement", "Game OST - Piece", "Interlude - Title": a title goes on after the dash.
        if leftRenown == 0, !isSelf(sides.leftKey), clues.metadata.map({ !agrees($0, sides.leftKey) }) ?? true {
            if reading.isWork(sides.left) { option.score -= 4 }
            if !accountKey.isEmpty {
                if reading.isSectionOnly(sides.left) || reading.isUnit(sides.left) { option.score -= 4 }
                if reading.isTheme(sides.right), isPlausibleArtist { option.score -= 4 }
                if reading.isPart(sides.right) || reading.isEvent(sides.left) && reading.isDate(sides.right) {
                    option.score -= 5
                }
            }
        }
        if isMadeTitle(sides) { option.score -= 3 }
        // In an artist's own account a strange name before the dash is more often half of a title.
        if isOwnAccount, leftRenown == 0, !isSelf(sides.leftKey), !mentionsAccount,
            sides.leftKey != known.profile.owner,
            !reading.line.groups.contains(where: { $0.role == .remix || $0.role == .cover }),
            clues.metadata.map({ !agrees($0, sides.leftKey) }) ?? true
        {
            option.score -= 2
        }
        if isQuoted(sides.left), !isQuoted(sides.right) { option.score -= 3 }
        if clues.isEpisode, !isSelf(sides.leftKey), !accountKey.isEmpty {
            option.score -= clues.isLeftEpisode ? 6 : leftRenown > 0 ? 0 : 4
        }
        if known.profile.isBare, !isSelf(sides.leftKey), leftRenown == 0, sides.leftKey != known.profile.owner,
            !isJoint(sides.leftName.main)
        {
            option.score -= 2
        }
        if let release = Evidence.releaseID(upload), let tally = evidence.releases[release], tally.tracks >= 3,
            tally.dashed * 2 < tally.tracks, leftRenown == 0, !isSelf(sides.leftKey)
        {
            option.score -= 4
        }
        return option
    }

    /// "Title - Artist", which only evidence shows.
    private func reversed(_ sides: Clues.Sides, _ leftRenown: Int) -> Option? {
        guard sides.kind != .colon, sides.kind != .spacedColon, !clues.isEpisode, !reading.isVersionOnly(sides.right)
        else { return nil }
        let right = reading.uncredited(sides.right)
        let key = reading.nameKey(right.main)
        guard !key.isEmpty else { return nil }
        var option = Option(
            kind: .afterDash, key: key, name: .range(right.main), title: sides.left, score: -1, credits: right.credits)
        if isSelf(key) {
            option.score += 8
            option.reasons.append(.ownAccount)
        } else if key == known.profile.owner {
            option.score += 4
            option.reasons.append(.accountOwner)
        }
        if let field = clues.metadata, agrees(field, key) {
            option.score += 6
            option.reasons.append(.metadataSeconds)
        }
        // What the account writes before the dash in other titles counts too.
        let isWritten =
            !known.tally.isAnonymous && known.tally.lefts[key] > 0 && known.tally.rights[sides.leftKey] == 0
        let renown = max(self.renown(key), isWritten ? 1 : 0)
        if renown > 0 {
            // A name of several words is hardly the title of another by chance.
            let isLongName = reading.line.words(in: right.main).count > 1
            option.score += leftRenown > 0 ? 1 : renown > 1 ? 7 : isLongName ? 7 : 5
            option.reasons.append(.knownName)
        }
        if has(key, title: reading.titleKey(sides.left)) {
            option.score += 5
            option.reasons.append(.knownWork)
        }
        // "Title (Other Remix) - Artist": what was made anew is the title.
        if isMadeTitle(sides) { option.score += 6 }
        // `"Title" - Artist`
        if isQuoted(sides.left), !isQuoted(sides.right) { option.score += 6 }
        if renown == 0, reading.isWork(sides.left), !reading.isWork(sides.right), !isMovement(right.main) {
            option.score += accountKey.isEmpty ? 4 : 2
        }
        if known.profile.isReversed, known.tally.rights.top?.key == key { option.score += 8 }
        if leftRenown > 0 { option.score -= 2 }
        return option.score > 0 ? option : nil
    }

    /// "Title" and "Title" (version), in quotation marks of any kind.
    private func isQuoted(_ range: Range<Int>) -> Bool {
        reading.line.quotations.contains { quotation in
            if quotation.outer == range || quotation.inner == range { return true }
            guard quotation.outer.lowerBound == range.lowerBound || quotation.inner.lowerBound == range.lowerBound
            else {
                return false
            }
            return quotation.outer.upperBound <= range.upperBound
                && reading.line.openWords(in: quotation.outer.upperBound..<range.upperBound).isEmpty
        }
    }

    /// Whether the account uploads under its own name and nobody else's.
    private var isOwnAccount: Bool {
        guard known.tally.own > 0, !clues.account.isLabel else { return false }
        return known.tally.dashed - known.tally.own - known.tally.covers <= known.tally.own
    }

    /// Whether the title names the account anywhere: as a guest, a remixer or one of several.
    private var mentionsAccount: Bool {
        accountKey.utf8.count > 2 && reading.line.key(reading.line.whole).firstRange(of: accountKey) != nil
    }

    /// Whether a version in brackets stands before the dash and none after it: what has versions is a title.
    private func isMadeTitle(_ sides: Clues.Sides) -> Bool {
        func isMade(_ range: Range<Int>) -> Bool {
            reading.line.groups.contains {
                ($0.role == .remix || $0.role == .version || $0.role == .release || $0.role == .cover)
                    && range.contains($0.outer.lowerBound)
            }
        }
        return isMade(sides.left) && !isMade(sides.right)
    }

    /// "IV. Allegro": a movement, in Roman numbers or by its tempo.
    private func isMovement(_ range: Range<Int>) -> Bool {
        guard let first = reading.line.openWords(in: range).first else { return true }
        let text = reading.line.scalars[first.range]
        if text.allSatisfy({ $0 == "I" || $0 == "V" || $0 == "X" }) { return true }
        return first.meaning.contains(.number)
    }

    /// "Label - Artist - Title", where the account is the label or the first part a number of its catalogue.
    private func label(_ sides: Clues.Sides) -> Option? {
        guard sides.kind == .dash,
            let next = reading.separators.first(where: {
                $0.kind == .dash && $0.range.lowerBound > sides.right.lowerBound
            }), let inner = Clues.sides(reading, at: next, from: sides.right.lowerBound)
        else { return nil }
        let isLabel =
            isSelf(sides.leftKey) && (clues.account.isLabel || known.profile.isCollector)
            || upload.labelName.map { ArtistName.key($0) == sides.leftKey && !isSelf(sides.leftKey) } ?? false
            || reading.line.isCatalogueNumber(reading.line.words(in: sides.left)) && !isSelf(sides.leftKey)
        guard isLabel else { return nil }
        return Option(
            kind: .beforeDash, key: inner.leftKey, name: .range(inner.leftName.main), title: inner.right, score: 12,
            credits: inner.leftName.credits)
    }

    /// "Artist: Title - Rest" and "Artist | Title - Rest", where the artist is known.
    private func earlier(_ sides: Clues.Sides, _ isStyle: Bool) -> Option? {
        guard sides.kind.isDash, let first = reading.separators.first, !first.kind.isDash, first.kind != .gluedDash,
            first.range.upperBound < sides.left.upperBound, let outer = Clues.sides(reading, at: first)
        else { return nil }
        let renown = self.renown(outer.leftKey, isLeft: true)
        guard renown > 0 || isSelf(outer.leftKey) else { return nil }
        return split(outer, renown, isStyle)
    }

    /// "1. Name - Title", where the library knows an account "1. Name".
    private func numberedName(_ sides: Clues.Sides, _ score: Int) -> Option? {
        guard let start = reading.startOfNumber, sides.kind.isDash, sides.leftName.credits.isEmpty else { return nil }
        let name = start..<sides.leftName.main.upperBound
        let key = reading.nameKey(name)
        guard evidence.names[key].map({ $0.uploads > 0 }) ?? false, renown(sides.leftKey) <= renown(key) else {
            return nil
        }
        return Option(
            kind: .beforeDash, key: key, name: .range(name), title: sides.right, score: score + 2, reasons: [.knownName]
        )
    }

    /// "B1 Artist - Title" and "ABC012 Artist - Title".
    private func afterCatalogue(_ sides: Clues.Sides, _ leftRenown: Int) -> Option? {
        guard sides.kind.isDash, leftRenown == 0, var name = uncatalogued(sides.leftName.main) else { return nil }
        if let rest = uncatalogued(name) { name = rest }
        let key = reading.nameKey(name)
        var option = split(
            Clues.Sides(
                left: name, right: sides.right, kind: sides.kind, leftKey: key, rightKey: sides.rightKey,
                leftName: Reading.Uncredited(main: name, credits: sides.leftName.credits)), renown(key), false)
        option.score += 1
        return option
    }

    /// A name without the side of a record or the number in the account's catalogue before it.
    private func uncatalogued(_ range: Range<Int>) -> Range<Int>? {
        guard let end = catalogueEnd(range), let next = reading.line.openWords(in: end..<range.upperBound).first,
            next.range.lowerBound == end + 1, next.meaning.isDisjoint(with: [.joining, .and])
        else { return nil }
        let name = next.range.lowerBound..<range.upperBound
        let mark = reading.line.scalars[range.lowerBound..<end]
        let isSide =
            mark.count == 2 && mark[mark.startIndex].value >= 0x41 && mark[mark.startIndex].value <= 0x46
            && mark.last.map { $0.value >= 0x31 && $0.value <= 0x36 } ?? false
        let key = reading.nameKey(name)
        guard !key.isEmpty,
            isSide || renown(key) > 0 || isAbbreviation(mark.prefix { Letters.isWord($0) && !Letters.isDigit($0) })
        else { return nil }
        return name
    }

    /// Where "B1", "ABC012" or "ABC-012" ends, if a range begins so.
    private func catalogueEnd(_ range: Range<Int>) -> Int? {
        guard let word = reading.line.words(in: range).first,
            reading.line.meanings.contains(.number) || Letters.isDigit(reading.line.scalars[word.range.upperBound - 1])
        else { return nil }
        let words = reading.line.openWords(in: range)
        guard let first = words.first, first.range.lowerBound == range.lowerBound,
            first.meaning.isDisjoint(with: .number)
        else { return nil }
        let isTwo = words.count > 1 && words[1].meaning.contains(.number) && first.range.count <= 6
        let end = isTwo ? words[1].range.upperBound : first.range.upperBound
        let mark = reading.line.scalars[range.lowerBound..<end]
        if mark.count == 2, mark[mark.startIndex].value >= 0x41, mark[mark.startIndex].value <= 0x46,
            mark.last.map({ $0.value >= 0x31 && $0.value <= 0x36 }) ?? false
        {
            return end
        }
        return reading.line.isCatalogueNumber(reading.line.words(in: range.lowerBound..<end)) ? end : nil
    }

    /// Whether letters stand in the account's name together, or in this order from its beginning.
    private func isAbbreviation(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
        let key = Folding.key(letters)
        if key.utf8.count > 2, accountKey.firstRange(of: key) != nil { return true }
        var rest = Substring(accountKey).utf8[...]
        for (position, letter) in key.utf8.enumerated() {
            guard let found = rest.firstIndex(of: letter), position > 0 || found == rest.startIndex else {
                return false
            }
            rest = rest[rest.index(after: found)...]
        }
        return true
    }

    /// "Series: Artist - Title", where the artist is known and the series is not.
    private func afterSeries(_ sides: Clues.Sides, _ score: Int) -> Option? {
        guard sides.kind == .dash,
            let colon = reading.separators.last(where: {
                ($0.kind == .colon || $0.kind == .bar || $0.kind == .spacedColon)
                    && $0.range.upperBound < sides.left.upperBound
            })
        else { return nil }
        let before = reading.line.trimmed(reading.body.lowerBound..<colon.range.lowerBound)
        let name = reading.uncredited(colon.range.upperBound..<sides.left.upperBound)
        let key = reading.nameKey(name.main)
        let series = reading.line.key(reading.body.lowerBound..<colon.range.lowerBound)
        let isOwnSeries =
            series.utf8.count > 3 && accountKey.utf8.count > 3
            && (series.hasPrefix(accountKey) || accountKey.hasPrefix(series)) && !clues.isLeftEpisode
            || !isSelf(series) && catalogueEnd(before) == before.upperBound
        guard !key.isEmpty,
            renown(key) > 0 || isSelf(key) || isOwnSeries || clues.metadata.map({ agrees($0, key) }) ?? false
        else { return nil }
        return Option(
            kind: .beforeDash, key: key, name: .range(name.main), title: sides.right, score: score + 2,
            reasons: [.knownName],
            credits: name.credits)
    }

    /// "Original artist - Title (cover)" by whoever plays it; "Title - Original artist (cover)" where the right side is known.
    private func ownCover(_ sides: Clues.Sides, _ score: Int) -> Option? {
        guard let cover = self.cover, !accountKey.isEmpty, !isSelf(sides.leftKey), sides.leftKey != known.profile.owner
        else {
            return nil
        }
        var (title, original): (Range<Int>, Range<Int>?) = (sides.right, sides.leftName.main)
        let words = reading.line.openWords(in: sides.right)
        if let word = words.first(where: { $0.meaning.contains(.cover) }) {
            // "Title - cover by Name"
            if word.range == words[0].range { (title, original) = (sides.left, nil) }
        }
        let right = reading.line.trimmed(
            sides.right
                .lowerBound..<(words.last { $0.meaning.contains(.cover) }?.range.lowerBound ?? sides.right.upperBound))
        if original != nil, !right.isEmpty {
            let key = reading.nameKey(reading.uncredited(right).main)
            if renown(key) > renown(sides.leftKey, isLeft: true) || has(key, title: reading.titleKey(sides.left)) {
                (title, original) = (sides.left, reading.uncredited(right).main)
            }
        }
        if let performer = cover.performer {
            return Option(
                kind: .cover, key: reading.nameKey(performer), name: .range(performer), title: title,
                score: score + 2, original: original)
        }
        guard cover.original == nil, isPlausibleArtist else { return nil }
        return Option(
            kind: .cover, key: accountKey, name: .text(clues.account.name), title: title, score: max(score, 3) + 1,
            original: original)
    }

    /// "Artist covers Other - Title".
    private func covering(_ sides: Clues.Sides) -> Option? {
        let words = reading.line.openWords(in: sides.left)
        guard words.count > 2,
            let position = words.firstIndex(where: {
                $0.meaning.contains(.cover) && reading.line.scalars[$0.range.upperBound - 1] == "s"
            }), position > 0, position + 1 < words.count
        else { return nil }
        let name = reading.line.trimmed(sides.left.lowerBound..<words[position].range.lowerBound)
        let original = reading.line.trimmed(words[position].range.upperBound..<sides.left.upperBound)
        let key = reading.nameKey(name)
        guard !key.isEmpty, !original.isEmpty else { return nil }
        return Option(
            kind: .cover, key: key, name: .range(name), title: sides.right, score: 8, original: original)
    }

    private func quoted() -> Option? {
        guard let quotation = clues.quotation else { return nil }
        let name = uncatalogued(quotation.name)
        var option = Option(
            kind: .beforeQuotation, key: name.map(reading.nameKey) ?? quotation.nameKey,
            name: .range(name ?? quotation.name), title: quotation.title, score: quotation.isSure ? 6 : 3)
        // `Series: "Title"` is as weak as any colon.
        if quotation.followsColon { option.score = 1 }
        if isSelf(quotation.nameKey) {
            option.score += 4
            option.reasons.append(.ownAccount)
        }
        if let field = clues.metadata, agrees(field, quotation.nameKey) { option.score += 4 }
        if renown(quotation.nameKey, isLeft: true) > 0 { option.score += 2 }
        if reading.line.openWords(in: quotation.name).count > 6 { option.score -= 3 }
        return option
    }

    /// `"Title" Artist`, where the artist is known.
    private func afterQuotation() -> Option? {
        guard clues.sides == nil, let quotation = reading.line.quotations.first,
            quotation.outer.lowerBound <= reading.body.lowerBound, quotation.outer.upperBound < reading.body.upperBound
        else { return nil }
        let name = reading.uncredited(quotation.outer.upperBound..<reading.body.upperBound)
        let key = reading.nameKey(name.main)
        guard !key.isEmpty, !quotation.inner.isEmpty, isSelf(key) || renown(key) > 0 else { return nil }
        return Option(
            kind: .afterQuotation, key: key, name: .range(name.main), title: reading.line.trimmed(quotation.inner),
            score: 6,
            reasons: isSelf(key) ? [.ownAccount] : [.knownName], credits: name.credits)
    }

    /// "Title by Artist": mostly a title that has the word in it, so somebody must know the name.
    private func by() -> Option? {
        guard reading.line.meanings.contains(.by) else { return nil }
        let body = reading.body
        let words = reading.line.openWords(in: body)
        guard let position = words.lastIndex(where: { $0.meaning.contains(.by) }), position > 0,
            position + 1 < words.count
        else {
            return nil
        }
        let before = words[position - 1]
        guard before.meaning.isDisjoint(with: [.producing, .remix, .cover]) else { return nil }
        let name = reading.uncredited(words[position].range.upperBound..<body.upperBound)
        let key = reading.nameKey(name.main)
        let title = reading.line.trimmed(body.lowerBound..<words[position].range.lowerBound)
        guard !key.isEmpty, !title.isEmpty, clues.sides.map({ $0.kind != .dash }) ?? true else { return nil }
        var option = Option(kind: .by, key: key, name: .range(name.main), title: title, score: 0, credits: name.credits)
        // `"Title" by Artist`, "Title by: Artist": the mark says which word it is.
        let mark = reading.line.scalars[words[position].range.upperBound]
        if mark == ":" || isQuoted(reading.line.trimmed(title)) { option.score += 6 }
        // Whoever uploads it is the guest of somebody.
        if name.credits.contains(where: { $0.role == .featuring && isSelf(reading.nameKey($0.names)) }) {
            option.score += 7
        }
        if isSelf(key) { option.score += 9 }
        if let field = clues.metadata, agrees(field, key) { option.score += 8 }
        if renown(key) > 0 { option.score += 6 }
        if has(key, title: reading.titleKey(title)) { option.score += 3 }
        // "Title by Artist (cover)": played by the account.
        if let cover, cover.performer == nil, isPlausibleArtist, !isSelf(key) {
            return Option(
                kind: .cover, key: accountKey, name: .text(clues.account.name), title: title, score: 6,
                original: name.main)
        }
        // "… instrumental by Name": whoever made the version that it is.
        if before.meaning.contains(.version), before.meaning.isDisjoint(with: .filler) { option.score += 4 }
        if clues.account.isGeneric || known.profile.isCollector || known.profile.isReuploader || accountKey.isEmpty {
            option.score += 2
        }
        return option.score > 0 ? option : nil
    }

    /// "Artist @ Place": recorded where somebody played.
    private func performing() -> Option? {
        guard clues.quotation == nil, !clues.isEpisode else { return nil }
        let (line, body) = (reading.line, reading.body)
        for index in clues.sides?.left ?? body where line.scalars[index] == "@" && line.group(at: index) == nil {
            guard index > body.lowerBound + 1, line.scalars[index - 1] == " ", index + 2 < body.upperBound,
                line.scalars[index + 1] == " ", let last = line.words(in: body.lowerBound..<index).last
            else { return nil }
            let isLive = last.meaning.contains(.surelyVersion)
            let name = line.trimmed(body.lowerBound..<(isLive ? last.range.lowerBound : index))
            let key = reading.nameKey(name)
            guard !key.isEmpty, line.words(in: name).count <= 5 else { return nil }
            var option = Option(
                kind: .performing, key: key, name: .range(name), title: body, score: clues.sides == nil ? 4 : 6)
            if isSelf(key) { option.score += 5 }
            if renown(key, isLeft: true) > 0 { option.score += 2 }
            return option
        }
        return nil
    }

    // MARK: - By the account and its field

    private func field() -> Option? {
        guard let field = clues.metadata else { return nil }
        var option = Option(kind: .metadata, key: field.key, name: .text(field.name), title: reading.body, score: 5)
        let renown = self.renown(field.key)
        if renown > 0 { option.score += 1 }
        if let sides = clues.sides, sides.kind == .dash || sides.kind == .halfDash {
            option.score -= 1
            if renown > 0, self.renown(sides.leftKey, isLeft: true) == 0 { option.score += 1 }
        }
        if clues.isEpisode { option.score += 3 }
        return option
    }

    /// Whose the account's uploads are by what was said of it, or by a correction of another of them.
    private func taught() -> Option? {
        questions?.ask(accountKey)
        let said = knowledge.lessons.accounts[accountKey]
        guard let artist = said ?? knowledge.lessons.learnt.accounts[accountKey] else { return nil }
        let isMarkless = clues.sides == nil && clues.quotation == nil
        return Option(
            kind: .taughtAccount, key: ArtistName.key(artist), name: .text(artist), title: reading.body,
            score: isMarkless ? said != nil ? 20 : 9 : 4)
    }

    /// Whose a title is that was corrected in another upload.
    private func taughtTitle() -> Option? {
        questions?.ask(clues.titleKey)
        guard !knowledge.lessons.learnt.titles.isEmpty, let artist = knowledge.lessons.learnt.titles[clues.titleKey],
            clues.sides == nil || evidence.titles.contains(clues.titleKey)
        else { return nil }
        return Option(
            kind: .sameTitle, key: ArtistName.key(artist), name: .text(artist), title: reading.body,
            score: clues.titleKey.utf8.count >= 7 ? 6 : 4)
    }

    private func owner() -> Option? {
        guard let owner = known.profile.owner else { return nil }
        let name = spelling(of: owner) ?? owner
        return Option(
            kind: .accountOwner, key: owner, name: .text(name), title: reading.body,
            score: known.profile.ownerIsContained ? 6 : 4,
            reasons: known.profile.ownerIsContained ? [.accountContains] : [])
    }

    private func own(_ isStyle: Bool) -> Option? {
        guard !accountKey.isEmpty else { return nil }
        let account = clues.account
        var option = Option(kind: .account, key: accountKey, name: .text(account.name), title: reading.body, score: 2)
        if account.isGeneric { option.score -= 5 }
        if isNamedByOthers || known.tally.own > 0 {
            option.score += 2
            option.reasons.append(.ownAccount)
        } else if account.isHandle {
            option.score -= 1
        }
        if known.tally.bare >= 2, known.tally.dashed == 0 { option.score += 1 }
        if clues.sides != nil, evidence.titles[clues.titleKey]?[accountKey].map({ $0.marked > 0 }) ?? false {
            option.score += 4
            option.reasons.append(.knownWork)
        }
        if account.isLabel { option.score -= 2 }
        if account.isCollector { option.score -= 1 }
        if known.profile.isCollector { option.score -= 2 }
        if known.profile.isReuploader { option.score -= 5 }
        if clues.isEpisode {
            option.score += 5
            option.reasons.append(.episode)
        }
        if isStyle {
            option.score += 4
            option.reasons.append(.style)
        }
        if cover != nil {
            option.score += 4
            option.reasons.append(.cover)
        } else if isOwnRemix {
            option.score -= 1
            option.reasons.append(.ownRemix)
        }
        if let sides = clues.sides, reading.isVersionOnly(sides.right) { option.reasons.append(.versionAfterDash) }
        // "Title - Artist cover" has its title before the dash.
        if let sides = clues.sides, sides.kind.isDash, let original = cover?.original,
            original.lowerBound >= sides.right.lowerBound,
            original.upperBound <= sides.right.upperBound, reading.line.group(at: original.lowerBound) == nil,
            !isSelf(sides.leftKey)
        {
            let score = option.score + 2
            option = Option(
                kind: .cover, key: accountKey, name: option.name, title: sides.left, score: score, original: original)
        }
        return option
    }

    // MARK: - By other uploads

    private func sameRecording() -> Option? {
        guard let isrc = upload.isrc, let artists = evidence.recordings[isrc], let top = artists.top else { return nil }
        let name = spelling(of: top.key) ?? top.key
        return Option(kind: .sameRecording, key: top.key, name: .text(name), title: reading.body, score: 7)
    }

    /// The one artist who has this title in other uploads; by all of the title where several have its beginning.
    private func sameTitle() -> Option? {
        guard cover == nil else { return nil }
        if !clues.fullTitleKey.isEmpty, let option = sameTitle(clues.fullTitleKey) { return option }
        return sameTitle(clues.titleKey)
    }

    private func sameTitle(_ title: String) -> Option? {
        guard let claims = evidence.claims(to: title) else { return nil }
        let seconds = upload.durationMs.map { Int32(truncatingIfNeeded: $0 / 1000) }
        var best: (key: String, score: Int)?
        var claimant: String?
        var hasSeveral = false
        for (key, claim) in claims where key != accountKey {
            let isNamed = evidence.isNamed(key)
            guard claim.marked > 0 || claim.own > 0 && isNamed else { continue }
            let identity = artist(key)
            if let claimant, claimant != identity { hasSeveral = true }
            claimant = identity
            var score = claim.marked > 1 || claim.own > 0 && isNamed ? 2 : 0
            if let seconds, !claim.seconds.isEmpty {
                let distance = claim.seconds.keys.map { abs(Int64($0) - Int64(seconds)) }.min() ?? 0
                score += distance <= 2 ? 3 : distance > 10 ? -3 : 0
            }
            if best.map({ score > $0.score || score == $0.score && key < $0.key }) ?? true { best = (key, score) }
        }
        guard let best, !hasSeveral || best.score >= 3 else { return nil }
        let length = title.utf8.count
        var score = 1 + best.score + (length >= 14 ? 2 : length >= 9 ? 1 : 0)
        // Many songs have one title: whoever looks like an artist has it too, unless the length is the same.
        if best.score < 3, !isOwnRemix {
            let isForeign = known.tally.dashed - known.tally.own - known.tally.covers > 0
            if isPlausibleArtist, !(clues.account.isHandle && isForeign) { score -= 4 }
            // Guests and producers are named by whoever made it.
            if !reading.uncredited(reading.body).credits.isEmpty || !reading.bracketCredits(in: reading.body).isEmpty {
                score -= 3
            }
        }
        if hasSeveral { score -= 2 }
        if isNamedByOthers { score -= 3 }
        if isOwnRemix { score += 3 }
        let name = spelling(of: best.key) ?? best.key
        return Option(kind: .sameTitle, key: best.key, name: .text(name), title: reading.body, score: score)
    }

    // MARK: - Shared

    func renown(_ key: String, isLeft: Bool = false) -> Int {
        questions?.ask(key)
        return (knowledge.lessons.learnt.names.contains(key) ? 1 : 0)
            + evidence.renown(key, without: known, isAnonymousLeft: isLeft && known.tally.isAnonymous)
    }

    /// Whether titles or fields of others name the account as an artist.
    var isNamedByOthers: Bool {
        guard let name = evidence.names[accountKey] else { return false }
        let lefts = name.lefts - (known.tally.lefts[accountKey] > 0 ? 1 : 0)
        let fields = name.fields - (known.tally.fields[accountKey] > 0 ? 1 : 0)
        return lefts + fields + name.anonymousLefts > 0
    }

    /// Whether the name is the account's, by what the library knows of both.
    func isSelf(_ key: String) -> Bool {
        guard !accountKey.isEmpty, !key.isEmpty else { return false }
        return key == accountKey || artist(key) == accountArtist
    }

    private var isPlausibleArtist: Bool {
        !clues.account.isGeneric && !clues.account.isLabel && !clues.account.isCollector && !known.profile.isCollector
            && !known.profile.isReuploader && !accountKey.isEmpty
    }

    /// Whether the artist field names this artist, alone or first.
    private func agrees(_ field: Metadata, _ key: String) -> Bool {
        if field.key == key { return true }
        return key.utf8.count >= 3 && field.key.hasPrefix(key)
            || field.key.utf8.count >= 3 && key.hasPrefix(field.key)
    }

    /// Whether another upload says that the artist has a work of this title.
    private func has(_ artist: String, title: String) -> Bool {
        guard let claim = evidence.titles[title]?[artist] else { return false }
        // One of them may be this upload itself.
        return claim.marked + claim.own > 1
            || !(clues.sides.map { $0.rightKey == title && $0.leftKey == artist } ?? false)
                && !(clues.titleKey == title && artist == accountKey)
    }

    /// "in the style of …", "… type beat": played by whoever uploads it.
    private var isStyle: Bool {
        guard !reading.line.meanings.isDisjoint(with: [.style, .type]) else { return false }
        let words = reading.line.words(in: reading.body)
        for index in words.indices.dropLast(1) {
            if words[index].meaning.contains(.style), words[index + 1].meaning.contains(.of) { return true }
            if words[index].meaning.contains(.type), words[index + 1].meaning.contains(.beat) { return true }
        }
        return false
    }

    /// Whether the account made this remix of a title that names no artist.
    private var isOwnRemix: Bool {
        guard clues.sides == nil, !accountKey.isEmpty else { return false }
        return reading.line.groups.contains { group in
            group.role == .remix && remixer(group.inner).map { isSelf(reading.nameKey($0)) } ?? false
        }
    }
}
