/// Claims from the sides of a dash, a colon or a bar: "Artist - Title", and "Title - Artist".
extension Judgement {
    /// Adds the claim for the left side and, where the upload supports them, claims for parts of the left side, for a cover and for the right side.
    func addSides(_ sides: Clues.Sides, _ isStyle: Bool, to claims: inout [Claim]) {
        let leftEvidenceCount = evidenceCount(sides.leftKey, isLeft: true)
        if let claim = label(sides) { claims.append(claim) }
        claims.append(left(sides, leftEvidenceCount, isStyle))
        if let claim = earlier(sides, isStyle) { claims.append(claim) }
        if let claim = numberedName(sides, claims[claims.count - 1].score) { claims.append(claim) }
        if let claim = afterSeries(sides, claims[claims.count - 1].score) { claims.append(claim) }
        if let claim = ownCover(sides, claims[claims.count - 1].score) { claims.append(claim) }
        if let claim = covering(sides) { claims.append(claim) }
        if let claim = afterCatalogue(sides, leftEvidenceCount) { claims.append(claim) }
        if let claim = right(sides, leftEvidenceCount) { claims.append(claim) }
    }

    /// Returns the claim from "Artist - Title". `leftEvidenceCount` is the number of kinds of evidence for the left side as a name, and `isStyle`
    /// states whether the account performs in another artist's style.
    func left(_ sides: Clues.Sides, _ leftEvidenceCount: Int, _ isStyle: Bool) -> Claim {
        var claim = Claim(
            kind: .beforeDash, key: sides.leftKey, name: .range(sides.leftName.main), title: sides.right,
            score: points(of: sides.kind), credits: sides.leftName.credits)
        support(&claim, sides, leftEvidenceCount)
        claim.score -= penalty(sides, leftEvidenceCount, isStyle)
        return claim
    }

    /// Returns the points of a separator for the name before it. A number before the title adds points, because it suggests "number artist - title".
    private func points(of kind: Reading.Separator.Kind) -> Int {
        var points =
            switch kind {
            case .dash: 5
            case .halfDash: 4
            case .spacedColon, .gap: 3
            case .unspacedDash, .bar, .colon: 1
            }
        if reading.isNumbered { points += points == 1 ? 4 : 2 }
        if kind == .bar {
            let isSlash =
                reading.separators.first { $0.kind == .bar }.map { reading.line.scalars[$0.range] == ["/"] } ?? false
            if endsInAccount {
                points += 4
            } else if !isPlausibleArtist || !isSlash && !isNamedByOthers && known.tally.own == 0 {
                points += 2
            }
        }
        return points
    }

    private func support(_ claim: inout Claim, _ sides: Clues.Sides, _ leftEvidenceCount: Int) {
        if isSelf(sides.leftKey) {
            claim.score += 5
            claim.reasons.append(.ownAccount)
        } else if sides.leftKey == known.profile.owner {
            claim.score += 3
            claim.reasons.append(.accountOwner)
        } else if isJoint(sides.leftName.main) {
            claim.score += 3
            claim.reasons.append(.ownAccount)
        } else if accountContains(sides.leftKey), !reading.isWordOnly(sides.leftName.main) {
            claim.score += 2
            claim.reasons.append(.accountContains)
        }
        if let field = clues.metadata, agrees(field, sides.leftKey) {
            claim.score += 4
            claim.reasons.append(.metadataSeconds)
        }
        let isWork = has(sides.leftKey, title: sides.rightKey)
        guard leftEvidenceCount > 0 || isWork else { return }
        // "Title - Artist" in other uploads does not show that the title is an artist's name.
        if claim.reasons.isEmpty, isReversed(sides) { return }
        if leftEvidenceCount > 0 {
            claim.score += leftEvidenceCount > 1 ? 3 : 2
            claim.reasons.append(.knownName)
        }
        if isWork {
            claim.score += 3
            claim.reasons.append(.knownWork)
        }
    }

    /// Returns the points against the left side as the artist.
    private func penalty(_ sides: Clues.Sides, _ leftEvidenceCount: Int, _ isStyle: Bool) -> Int {
        var points = 0
        let isVersion =
            (reading.isVersionOnly(sides.right) || reading.isTempo(sides.right))
            && !(clues.isLong && clues.sides?.kind.isDash ?? false)
        if isVersion, !isSelf(sides.leftKey), leftEvidenceCount == 0, !accountKey.isEmpty,
            !reading.line.groups.contains(where: { $0.role == .label })
        {
            // With a date, the track is probably a live recording, and the left side its artist.
            let isDated = reading.line.openWords(in: sides.right).count > 3 && reading.hasNumber(sides.right)
            points += isDated ? 2 : 5
        }
        let words = reading.line.openWords(in: sides.left).count
        if words > 7 || sides.left.count > 70 { points += 2 }
        if isStyle { points += 4 }
        points += titlePenalty(sides, leftEvidenceCount)
        if reading.namesVersion(sides.left), !reading.namesVersion(sides.right) { points += 3 }
        // In an artist's own account, an unknown name before the dash is more often a part of the title.
        if isOwnAccount, leftEvidenceCount == 0, !isSelf(sides.leftKey), !mentionsAccount,
            sides.leftKey != known.profile.owner,
            !reading.line.groups.contains(where: { $0.role == .remix || $0.role == .cover }),
            clues.metadata.map({ !agrees($0, sides.leftKey) }) ?? true
        {
            points += 2
        }
        if reading.isQuoted(sides.left), !reading.isQuoted(sides.right) { points += 3 }
        if clues.isEpisode, !isSelf(sides.leftKey), !accountKey.isEmpty {
            points += clues.isLeftEpisode ? 6 : leftEvidenceCount > 0 ? 0 : 4
        }
        if known.profile.isBare, !isSelf(sides.leftKey), leftEvidenceCount == 0, sides.leftKey != known.profile.owner,
            !isJoint(sides.leftName.main)
        {
            points += 2
        }
        if let release = Evidence.releaseID(upload), let tally = evidence.releases[release], tally.tracks >= 3,
            tally.dashed * 2 < tally.tracks, leftEvidenceCount == 0, !isSelf(sides.leftKey)
        {
            points += 4
        }
        return points
    }

    /// Returns the points against the left side because the title continues after the dash: "Work No. 2 - Movement", "Game OST - Piece".
    private func titlePenalty(_ sides: Clues.Sides, _ leftEvidenceCount: Int) -> Int {
        guard leftEvidenceCount == 0, !isSelf(sides.leftKey), clues.metadata.map({ !agrees($0, sides.leftKey) }) ?? true
        else {
            return 0
        }
        var points = reading.isWork(sides.left) ? 4 : 0
        guard !accountKey.isEmpty else { return points }
        if reading.isSectionOnly(sides.left) || reading.isUnit(sides.left) { points += 4 }
        if reading.isTheme(sides.right), isPlausibleArtist { points += 4 }
        if reading.isPart(sides.right) || reading.isEvent(sides.left) && reading.isDate(sides.right) { points += 5 }
        return points
    }

    /// Returns the claim from "Title - Artist", or `nil` if the evidence for the right side is not sufficient.
    func right(_ sides: Clues.Sides, _ leftEvidenceCount: Int) -> Claim? {
        guard sides.kind != .colon, sides.kind != .spacedColon, !clues.isEpisode, !reading.isVersionOnly(sides.right)
        else { return nil }
        let right = reading.uncredited(sides.right)
        // Without brackets, quotation marks and credits, the key of a name equals the key of a title.
        let isPlain = right.main == sides.right && line.groups.isEmpty && line.quotations.isEmpty
        let key = isPlain ? sides.rightKey : reading.nameKey(right.main)
        guard !key.isEmpty else { return nil }
        var claim = Claim(
            kind: .afterDash, key: key, name: .range(right.main), title: sides.left, score: -1, credits: right.credits)
        if isSelf(key) {
            claim.score += 8
            claim.reasons.append(.ownAccount)
        } else if key == known.profile.owner {
            claim.score += 4
            claim.reasons.append(.accountOwner)
        } else if accountContains(key), !accountContains(sides.leftKey) {
            claim.score += 7
            claim.reasons.append(.accountContains)
        }
        if let field = clues.metadata, agrees(field, key) {
            claim.score += 6
            claim.reasons.append(.metadataSeconds)
        }
        // Names that the account writes before the dash in other titles count too.
        let isWritten =
            !known.tally.isAnonymous && known.tally.lefts[key] > 0 && known.tally.rights[sides.leftKey] == 0
        let evidenceCount = max(self.evidenceCount(key), isWritten ? 1 : 0)
        if evidenceCount > 0 {
            // A name of several words is rarely another artist's title by chance, unless an account has uploaded such a title.
            let isLongName = reading.line.openWords(in: right.main).count > 1 && !isInUsualOrder(sides)
            let isSure = evidenceCount > 1 || isSurelyNamed(key)
            let isTitle = !isSure && isTitle(key, without: sides)
            if leftEvidenceCount > 0, !isReversed(sides) {
                claim.score += 1
            } else if isTitle {
                claim.score += 3
            } else {
                claim.score += isSure || isLongName ? isMirrored(sides, key) ? 4 : 7 : 5
            }
            claim.reasons.append(.knownName)
        }
        // The right side is usually a title and not an artist; the key of the left side is then not computed.
        if evidence.names[key]?.isArtist ?? false, has(key, title: reading.titleKey(sides.left)) {
            claim.score += evidenceCount == 1 && isMirrored(sides, key) ? 1 : 5
            claim.reasons.append(.knownWork)
        }
        // "Title (Other Remix) - Artist": the remixed part is the title.
        if reading.namesVersion(sides.left), !reading.namesVersion(sides.right) { claim.score += 6 }
        // `"Title" - Artist`
        if reading.isQuoted(sides.left), !reading.isQuoted(sides.right) { claim.score += 6 }
        if evidenceCount == 0, reading.isWork(sides.left), !reading.isWork(sides.right), !isMovement(right.main) {
            claim.score += accountKey.isEmpty ? 4 : 2
        }
        if known.profile.isReversed, known.tally.rights.top?.key == key { claim.score += 8 }
        if leftEvidenceCount > 0, !isReversed(sides) { claim.score -= 2 }
        return claim.score > 0 ? claim : nil
    }

    /// Returns whether the account's name begins or ends with the artist's key, as in "Name Fans". Keys of fewer than five bytes do not count.
    private func accountContains(_ key: String) -> Bool {
        // Compares bytes, because `hasSuffix` would compare characters.
        let (account, name) = (accountKey.utf8, key.utf8)
        guard name.count >= 5, account.count > name.count,
            account.first == name.first || account.last == name.last
        else { return false }
        return account.starts(with: name) || account.suffix(name.count).elementsEqual(name)
    }

    /// Returns whether the artist is known only from titles with the same two names in reverse order. Such titles are no better evidence than this
    /// title.
    private func isMirrored(_ sides: Clues.Sides, _ key: String) -> Bool {
        guard let claim = evidence.claim(of: key, to: sides.leftKey), claim.marked > 0 else { return false }
        return (evidence.names[key].map { Int($0.lefts + $0.anonymousLefts) } ?? 0) <= claim.marked
            && !isSurelyNamed(key)
    }

    /// Returns whether a name is certainly an artist's name. The titles of the upload's own account do not count.
    func isSurelyNamed(_ key: String) -> Bool {
        guard let name = evidence.names[key] else { return false }
        let rights = name.rights - (known.tally.rights[key] > 0 ? 1 : 0)
        let lefts = name.lefts + name.anonymousLefts - (known.tally.lefts[key] > 0 ? 1 : 0)
        return name.fields > 0 || name.uploads > 0 && lefts > 0 || name.uploads > 0 && rights <= 0
            || lefts > 1 && rights <= 0
    }

    /// Returns whether marks show that the artist is on the left, such as a guest on the left or quotation marks on the right.
    private func isInUsualOrder(_ sides: Clues.Sides) -> Bool {
        !sides.leftName.credits.isEmpty || isList(sides.leftName.main) || reading.namesVersion(sides.right)
            || reading.isQuoted(sides.right)
    }

    /// Returns whether an account with another name than the left side has uploaded a title with this key as its own.
    private func isTitle(_ key: String, without sides: Clues.Sides) -> Bool {
        evidence.claims(to: key)?.contains { artist, claim in artist != sides.leftKey && claim.own > 0 } ?? false
    }

    /// Returns whether the right side is certainly an artist's name and the left side is not.
    private func isReversed(_ sides: Clues.Sides) -> Bool {
        // The key of the right side is computed last, because the left side usually decides.
        !isSelf(sides.leftKey) && !isSurelyNamed(sides.leftKey)
            && isSurelyNamed(reading.nameKey(reading.uncredited(sides.right).main))
    }

    /// Returns whether the range has the form "Account & Other".
    func isJoint(_ range: Range<Int>) -> Bool {
        guard accountKey.utf8.count > 1 else { return false }
        let name = reading.line.unquoted(range)
        let list = NameList(reading.line, name)
        return list.parts.count > 1 && list.parts.contains { isSelf(reading.line.key($0)) }
    }

    /// Whether the title has the form "Artist | Title | Account".
    var endsInAccount: Bool {
        let bars = reading.separators.filter { $0.kind == .bar }
        guard bars.count > 1, let last = bars.last else { return false }
        return isSelf(reading.line.key(last.range.upperBound..<reading.body.upperBound))
    }

    /// Returns whether the range names a movement by a Roman numeral or a number, as in "IV. Allegro", or has no words.
    func isMovement(_ range: Range<Int>) -> Bool {
        guard let first = reading.line.openWords(in: range).first else { return true }
        let text = reading.line.scalars[first.range]
        if text.allSatisfy({ $0 == "I" || $0 == "V" || $0 == "X" }) { return true }
        return first.meaning.contains(.number)
    }
}
