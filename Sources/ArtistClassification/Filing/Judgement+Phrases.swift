/// Claims from quotation marks and from words of the title.
extension Judgement {
    // MARK: - Quotation marks

    /// Returns a claim for the name before a quoted title; `nil` if the title has no such quotation.
    func quoted() -> Claim? {
        guard let quotation = clues.quotation else { return nil }
        let name = uncatalogued(quotation.name)
        var claim = Claim(
            kind: .beforeQuotation, key: name.map { reading.nameKey($0) } ?? quotation.nameKey,
            name: .range(name ?? quotation.name), title: quotation.title, score: quotation.isSure ? 6 : 3)
        // `Series: "Title"` is weak evidence, like any colon.
        if quotation.followsColon { claim.score = 1 }
        if isSelf(quotation.nameKey) {
            claim.score += 4
            claim.reasons.append(.ownAccount)
        }
        if let field = clues.metadata, agrees(field, quotation.nameKey) { claim.score += 4 }
        if evidenceCount(quotation.nameKey, isLeft: true) > 0 { claim.score += 2 }
        if reading.line.openWords(in: quotation.name).count > 6 { claim.score -= 3 }
        return claim
    }

    /// Returns a claim from `"Title" Artist`, if the artist is known or is the account; otherwise `nil`.
    func afterQuotation() -> Claim? {
        guard clues.sides == nil, let quotation = reading.line.quotations.first,
            quotation.outer.lowerBound <= reading.body.lowerBound, quotation.outer.upperBound < reading.body.upperBound
        else { return nil }
        let name = reading.uncredited(quotation.outer.upperBound..<reading.body.upperBound)
        let key = reading.nameKey(name.main)
        guard !key.isEmpty, !quotation.inner.isEmpty, isSelf(key) || evidenceCount(key) > 0 else { return nil }
        return Claim(
            kind: .afterQuotation, key: key, name: .range(name.main), title: reading.line.trimmed(quotation.inner),
            score: 6,
            reasons: isSelf(key) ? [.ownAccount] : [.knownName], credits: name.credits)
    }

    // MARK: - Words

    /// Returns a claim from "Title by Artist"; `nil` if nothing supports the name. "By" often belongs to the title, so other evidence must support
    /// the name.
    func by() -> Claim? {
        guard reading.line.meanings.contains(.by), let named = credited(), clues.sides.map({ $0.kind != .dash }) ?? true
        else {
            return nil
        }
        let (name, title) = (named.name, named.title)
        let key = reading.nameKey(name.main)
        guard !key.isEmpty, !title.isEmpty else { return nil }
        var claim = Claim(kind: .by, key: key, name: .range(name.main), title: title, score: 0, credits: name.credits)
        if named.isMarked { claim.score += 6 }
        // An uploader who is a guest on the track has uploaded a track of the main artist.
        if name.credits.contains(where: { $0.role == .featuring && isSelf(reading.nameKey($0.names)) }) {
            claim.score += 7
        }
        if isSelf(key) { claim.score += 9 }
        if let field = clues.metadata, agrees(field, key) { claim.score += 8 }
        if evidenceCount(key) > 0 { claim.score += 6 }
        if has(key, title: reading.titleKey(title)) { claim.score += 3 }
        // "Title by Artist (cover)": played by the account.
        if let cover, cover.performer == nil, isPlausibleArtist, !isSelf(key) {
            return Claim(
                kind: .cover, key: accountKey, name: .text(clues.account.name), title: title, score: 6,
                original: name.main)
        }
        // "… instrumental by Name" names the artist who made the version.
        if named.follows.contains(.version), named.follows.isDisjoint(with: .filler) { claim.score += 4 }
        let isUnattributable = !isPlausibleArtist || clues.account.isHandle
        let hasNoSupport = claim.score == 0
        if clues.account.isGeneric || known.profile.isCollector || known.profile.isReuploader || accountKey.isEmpty {
            claim.score += 2
        }
        if hasNoSupport, looksLikeName(name.main, after: title, of: named.word) {
            claim.score = isUnattributable ? 4 : isNamedByOthers || known.tally.own > 0 ? claim.score : 3
        }
        return claim.score > 0 ? claim : nil
    }

    private struct Credited {
        let name: Reading.Uncredited
        let title: Range<Int>
        let word: Range<Int>
        /// The meaning of the word before "by".
        var follows: WordMeaning = []
        /// Whether quotation marks, a colon or a bracket mark the word "by" as a credit.
        let isMarked: Bool
    }

    private func credited() -> Credited? {
        let body = reading.body
        // "Title (by Artist)"
        for group in reading.line.groups where group.outer.lowerBound > body.lowerBound && group.role == .part {
            let words = reading.line.words(in: group.inner)
            guard let first = words.first, words.count > 1, words.count < 7, first.meaning.contains(.by) else {
                continue
            }
            return Credited(
                name: reading.uncredited(first.range.upperBound..<group.inner.upperBound),
                title: reading.line.trimmed(body.lowerBound..<group.outer.lowerBound), word: first.range, isMarked: true
            )
        }
        let words = reading.line.openWords(in: body)
        guard let position = words.lastIndex(where: { $0.meaning.contains(.by) }), position > 0,
            position + 1 < words.count
        else {
            return nil
        }
        let before = words[position - 1]
        guard before.meaning.isDisjoint(with: [.producing, .remix, .cover]) else { return nil }
        let title = reading.line.trimmed(body.lowerBound..<words[position].range.lowerBound)
        // `"Title" by Artist`, "Title by: Artist": the mark shows that "by" introduces a credit.
        let mark = reading.line.scalars[words[position].range.upperBound]
        return Credited(
            name: reading.uncredited(words[position].range.upperBound..<body.upperBound), title: title,
            word: words[position].range, follows: before.meaning, isMarked: mark == ":" || reading.isQuoted(title))
    }

    /// Returns whether a name follows "by": "Bloom by The Quiet", but not "Stand by Me", "Side by Side" or "Inspired by Love".
    private func looksLikeName(_ name: Range<Int>, after title: Range<Int>, of by: Range<Int>) -> Bool {
        let words = line.openWords(in: name)
        guard let first = words.first, words.count <= 5, let before = line.openWords(in: title).last else {
            return false
        }
        let text = line.scalars[first.range]
        guard let letter = text.first, !letter.properties.isLowercase || line.scalars[by].first == "B" else {
            return false
        }
        if first.meaning.contains(.filler), words.count == 1 || line.scalars[by].first == "B" { return false }
        let key = line.key(first.range)
        if words.count == 1, Judgement.namesNobody.contains(key) || key == line.key(before.range) { return false }
        if Judgement.namesNobody.contains(key), first.meaning.isDisjoint(with: .filler) { return false }
        return !line.key(before.range).hasSuffix("ed") && !Judgement.beforeBy.contains(line.key(before.range))
    }

    /// Words that do not start a name after "by".
    private static let namesNobody: Set<String> = [
        "me", "you", "him", "her", "us", "them", "it", "my", "your", "his", "our", "their", "this", "that", "now",
        "night", "day", "myself",
        "yourself", "heart", "side", "step", "one", "two", "far", "chance", "force", "default", "nature", "design",
        "numbers", "love", "fire",
        "death", "moonlight", "candlelight", "all", "any", "every", "no", "and", "ti", "mi", "tu", "el", "la", "eso",
        "que", "siempre",
    ]
    /// Words that form a phrase with a following "by".
    private static let beforeBy: Set<String> = [
        "stand", "stop", "pass", "passing", "driven", "drive", "down", "close", "going", "go", "come", "get", "getting",
        "swear", "live",
        "standby", "beaten", "taken", "written", "loco", "muero",
    ]

    /// Returns a claim from "Artist @ Place", where the place is the venue of a performance; otherwise `nil`.
    func performing() -> Claim? {
        guard reading.line.hasAt, clues.quotation == nil, !clues.isEpisode else { return nil }
        let body = reading.body
        for index in clues.sides?.left ?? body where line.scalars[index] == "@" && line.group(at: index) == nil {
            guard index > body.lowerBound + 1, line.scalars[index - 1] == " ", index + 2 < body.upperBound,
                line.scalars[index + 1] == " ", let last = line.words(in: body.lowerBound..<index).last
            else { return nil }
            let isLive = last.meaning.contains(.surelyVersion)
            let name = line.trimmed(body.lowerBound..<(isLive ? last.range.lowerBound : index))
            let key = reading.nameKey(name)
            guard !key.isEmpty, line.words(in: name).count <= 5 else { return nil }
            var claim = Claim(
                kind: .performing, key: key, name: .range(name), title: body, score: clues.sides == nil ? 4 : 6)
            if isSelf(key) { claim.score += 5 }
            if evidenceCount(key, isLeft: true) > 0 { claim.score += 2 }
            return claim
        }
        return nil
    }

    /// Whether the title says that the uploader performs in another artist's style: "in the style of …", "… type beat".
    var isStyle: Bool {
        guard !reading.line.meanings.isDisjoint(with: [.style, .type]) else { return false }
        let words = reading.line.words(in: reading.body)
        for index in words.indices.dropLast(1) {
            if words[index].meaning.contains(.style), words[index + 1].meaning.contains(.of) { return true }
            if words[index].meaning.contains(.type), words[index + 1].meaning.contains(.beat) { return true }
        }
        return false
    }

    /// Whether the title marks a remix by the account and has no separator, so that it names no original artist.
    var isOwnRemix: Bool {
        guard clues.sides == nil, !accountKey.isEmpty else { return false }
        return reading.line.groups.contains { group in
            group.role == .remix && remixer(group.inner).map { isSelf(reading.nameKey($0)) } ?? false
        }
    }
}
