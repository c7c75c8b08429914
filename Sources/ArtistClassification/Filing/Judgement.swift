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
    let known: Knowledge.Known?
    let knowledge: Knowledge

    var evidence: Evidence { knowledge.evidence }
    var identities: Identities { knowledge.identities }
    var reading: Reading { clues.reading }
    var accountKey: String { clues.account.key }
    var profile: Profile { known?.profile ?? Profile() }
    var tally: AccountTally? { known?.tally }

    init(_ clues: Clues, _ upload: Upload, _ known: Knowledge.Known?, _ knowledge: Knowledge) {
        self.clues = clues
        self.upload = upload
        self.known = known
        self.knowledge = knowledge
    }

    /// All readings, in the order in which equals are preferred.
    func options() -> [Option] {
        var options: [Option] = []
        options.reserveCapacity(6)
        let isStyle = self.isStyle
        if let sides = clues.sides { addSides(sides, isStyle, to: &options) }
        if let option = quoted() { options.append(option) }
        if let option = by() { options.append(option) }
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
        if let option = reversed(sides, leftRenown) { options.append(option) }
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
        if isSelf(sides.leftKey) {
            option.score += 5
            option.reasons.append(.ownAccount)
        } else if sides.leftKey == profile.owner {
            option.score += 3
            option.reasons.append(.accountOwner)
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
        let isVersion = reading.isVersionOnly(sides.right)
        if isVersion, !isSelf(sides.leftKey), leftRenown == 0, !accountKey.isEmpty { option.score -= 5 }
        let words = reading.line.openWords(in: sides.left).count
        if words > 7 || sides.left.count > 70 { option.score -= 2 }
        if isStyle { option.score -= 4 }
        if clues.isEpisode, !isSelf(sides.leftKey), !accountKey.isEmpty {
            option.score -= clues.isLeftEpisode ? 6 : leftRenown > 0 ? 0 : 4
        }
        if profile.isBare, !isSelf(sides.leftKey), leftRenown == 0, sides.leftKey != profile.owner { option.score -= 2 }
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
        } else if key == profile.owner {
            option.score += 4
            option.reasons.append(.accountOwner)
        }
        if let field = clues.metadata, agrees(field, key) {
            option.score += 6
            option.reasons.append(.metadataSeconds)
        }
        let renown = self.renown(key)
        if renown > 0 {
            option.score += leftRenown > 0 ? 1 : renown > 1 ? 7 : 5
            option.reasons.append(.knownName)
        }
        if has(key, title: reading.titleKey(sides.left)) {
            option.score += 5
            option.reasons.append(.knownWork)
        }
        if profile.isReversed, tally?.rights.top?.key == key { option.score += 8 }
        if leftRenown > 0 { option.score -= 2 }
        return option.score > 0 ? option : nil
    }

    /// "Label - Artist - Title", where the account is the label or the first part a number of its catalogue.
    private func label(_ sides: Clues.Sides) -> Option? {
        guard sides.kind == .dash,
            let next = reading.separators.first(where: {
                $0.kind == .dash && $0.range.lowerBound > sides.right.lowerBound
            }), let inner = Clues.sides(reading, at: next, from: sides.right.lowerBound)
        else { return nil }
        let isLabel =
            isSelf(sides.leftKey) && (clues.account.isLabel || profile.isCollector)
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

    /// "Series: Artist - Title", where the artist is known and the series is not.
    private func afterSeries(_ sides: Clues.Sides, _ score: Int) -> Option? {
        guard sides.kind == .dash,
            let colon = reading.separators.last(where: {
                ($0.kind == .colon || $0.kind == .bar || $0.kind == .spacedColon)
                    && $0.range.upperBound < sides.left.upperBound
            })
        else { return nil }
        let name = reading.uncredited(colon.range.upperBound..<sides.left.upperBound)
        let key = reading.nameKey(name.main)
        guard !key.isEmpty, renown(key) > 0 || isSelf(key) || clues.metadata.map({ agrees($0, key) }) ?? false else {
            return nil
        }
        return Option(
            kind: .beforeDash, key: key, name: .range(name.main), title: sides.right, score: score + 2,
            reasons: [.knownName],
            credits: name.credits)
    }

    /// "Original artist - Title (cover)" by whoever plays it.
    private func ownCover(_ sides: Clues.Sides, _ score: Int) -> Option? {
        guard let cover = self.cover, !accountKey.isEmpty, !isSelf(sides.leftKey), sides.leftKey != profile.owner else {
            return nil
        }
        if let performer = cover.performer {
            return Option(
                kind: .cover, key: reading.nameKey(performer), name: .range(performer), title: sides.right,
                score: score + 2,
                original: sides.leftName.main)
        }
        guard cover.original == nil, isPlausibleArtist else { return nil }
        return Option(
            kind: .cover, key: accountKey, name: .text(clues.account.name), title: sides.right, score: score + 1,
            original: sides.leftName.main)
    }

    private func quoted() -> Option? {
        guard let quotation = clues.quotation else { return nil }
        var option = Option(
            kind: .beforeQuotation, key: quotation.nameKey, name: .range(quotation.name), title: quotation.title,
            score: quotation.isSure ? 6 : 3)
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
        if clues.account.isGeneric || profile.isCollector || profile.isReuploader || accountKey.isEmpty {
            option.score += 2
        }
        return option.score > 0 ? option : nil
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
        let said = knowledge.lessons.accounts[accountKey]
        guard let artist = said ?? knowledge.lessons.learnt.accounts[accountKey] else { return nil }
        let isMarkless = clues.sides == nil && clues.quotation == nil
        return Option(
            kind: .taughtAccount, key: ArtistName.key(artist), name: .text(artist), title: reading.body,
            score: isMarkless ? said != nil ? 20 : 9 : 4)
    }

    /// Whose a title is that was corrected in another upload.
    private func taughtTitle() -> Option? {
        guard !knowledge.lessons.learnt.titles.isEmpty, let artist = knowledge.lessons.learnt.titles[clues.titleKey],
            clues.sides == nil || evidence.titles[clues.titleKey] != nil
        else { return nil }
        return Option(
            kind: .sameTitle, key: ArtistName.key(artist), name: .text(artist), title: reading.body,
            score: clues.titleKey.utf8.count >= 7 ? 6 : 4)
    }

    private func owner() -> Option? {
        guard let owner = profile.owner else { return nil }
        let name = identities.spelling(of: owner) ?? owner
        return Option(
            kind: .accountOwner, key: owner, name: .text(name), title: reading.body,
            score: profile.ownerIsContained ? 6 : 4,
            reasons: profile.ownerIsContained ? [.accountContains] : [])
    }

    private func own(_ isStyle: Bool) -> Option? {
        guard !accountKey.isEmpty else { return nil }
        let account = clues.account
        var option = Option(kind: .account, key: accountKey, name: .text(account.name), title: reading.body, score: 2)
        if account.isGeneric { option.score -= 5 }
        if isNamedByOthers || (tally?.own ?? 0) > 0 {
            option.score += 2
            option.reasons.append(.ownAccount)
        } else if account.isHandle {
            option.score -= 1
        }
        if let tally, tally.bare >= 2, tally.dashed == 0 { option.score += 1 }
        if clues.sides != nil, evidence.titles[clues.titleKey]?[accountKey].map({ $0.marked > 0 }) ?? false {
            option.score += 4
            option.reasons.append(.knownWork)
        }
        if account.isLabel { option.score -= 2 }
        if account.isCollector { option.score -= 1 }
        if profile.isCollector { option.score -= 2 }
        if profile.isReuploader { option.score -= 5 }
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
            original.upperBound <= sides.right.upperBound, reading.line.group(at: original.lowerBound) == nil
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
        let name = identities.spelling(of: top.key) ?? top.key
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
        var artist: String?
        var hasSeveral = false
        for (key, claim) in claims where key != accountKey {
            let isNamed = evidence.isNamed(key)
            guard claim.marked > 0 || claim.own > 0 && isNamed else { continue }
            let identity = identities.artist(key)
            if let artist, artist != identity { hasSeveral = true }
            artist = identity
            var score = claim.marked > 1 || claim.own > 0 && isNamed ? 2 : 0
            if let seconds, !claim.seconds.isEmpty {
                let distance = claim.seconds.keys.map { abs(Int64($0) - Int64(seconds)) }.min() ?? 0
                score += distance <= 2 ? 3 : distance > 10 ? -3 : 0
            }
            if best.map({ score > $0.score || score == $0.score && key < $0.key }) ?? true { best = (key, score) }
        }
        guard let best, !hasSeveral || best.score >= 3 else { return nil }
        let length = title.utf8.count
        var score = 1 + best.score + (length >= 14 ? 2 : length >= 7 ? 1 : 0)
        if hasSeveral { score -= 2 }
        if isNamedByOthers { score -= 3 }
        if isOwnRemix { score += 3 }
        let name = identities.spelling(of: best.key) ?? best.key
        return Option(kind: .sameTitle, key: best.key, name: .text(name), title: reading.body, score: score)
    }

    // MARK: - Shared

    func renown(_ key: String, isLeft: Bool = false) -> Int {
        (knowledge.lessons.learnt.names.contains(key) ? 1 : 0)
            + evidence.renown(key, without: tally, isAnonymousLeft: isLeft && (known?.tally.isAnonymous ?? false))
    }

    /// Whether titles or fields of others name the account as an artist.
    var isNamedByOthers: Bool {
        guard let name = evidence.names[accountKey] else { return false }
        let lefts = name.lefts - ((tally?.lefts[accountKey] ?? 0) > 0 ? 1 : 0)
        let fields = name.fields - ((tally?.fields[accountKey] ?? 0) > 0 ? 1 : 0)
        return lefts + fields + name.anonymousLefts > 0
    }

    /// Whether the name is the account's, by what the library knows of both.
    func isSelf(_ key: String) -> Bool {
        guard !accountKey.isEmpty, !key.isEmpty else { return false }
        return key == accountKey || identities.artist(key) == identities.artist(accountKey)
    }

    private var isPlausibleArtist: Bool {
        !clues.account.isGeneric && !clues.account.isLabel && !clues.account.isCollector && !profile.isCollector
            && !profile.isReuploader && !accountKey.isEmpty
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

    /// "in the style of …": played by whoever uploads it.
    private var isStyle: Bool {
        guard reading.line.meanings.contains(.style) else { return false }
        let words = reading.line.words(in: reading.body)
        for index in words.indices.dropLast(1) where words[index].meaning.contains(.style) {
            if words[index + 1].meaning.contains(.of) { return true }
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
