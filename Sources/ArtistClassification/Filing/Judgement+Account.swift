/// Claims from the account and from the upload's artist field.
extension Judgement {
    /// Returns a claim from the upload's artist field, or `nil` if the field names no artist.
    func field() -> Claim? {
        guard let field = clues.metadata else { return nil }
        var claim = Claim(kind: .metadata, key: field.key, name: .text(field.name), title: reading.body, score: 5)
        let evidenceCount = self.evidenceCount(field.key)
        if evidenceCount > 0 { claim.score += 1 }
        if let sides = clues.sides, sides.kind == .dash || sides.kind == .halfDash {
            claim.score -= 1
            if evidenceCount > 0, self.evidenceCount(sides.leftKey, isLeft: true) == 0 { claim.score += 1 }
        }
        if clues.isEpisode { claim.score += 3 }
        return claim
    }

    /// Returns a claim from a correction of the account's artist or from corrections of other uploads of the account; `nil` without such corrections.
    func corrected() -> Claim? {
        consultedKeys?.record(accountKey)
        let correction = knowledge.corrections.accounts[accountKey]
        guard let artist = correction ?? knowledge.corrections.conclusions.accounts[accountKey] else { return nil }
        let isMarkless = clues.sides == nil && clues.quotation == nil
        return Claim(
            kind: .taughtAccount, key: ArtistName.key(artist), name: .text(artist), title: reading.body,
            score: isMarkless ? correction != nil ? 20 : 9 : 4)
    }

    /// Returns a claim from a correction of another upload with the same title, or `nil` if no correction applies.
    func titleClaim() -> Claim? {
        consultedKeys?.record(clues.titleKey)
        guard !knowledge.corrections.conclusions.titles.isEmpty,
            let artist = knowledge.corrections.conclusions.titles[clues.titleKey],
            clues.sides == nil || evidence.titles.contains(clues.titleKey)
        else { return nil }
        return Claim(
            kind: .sameTitle, key: ArtistName.key(artist), name: .text(artist), title: reading.body,
            score: clues.titleKey.utf8.count >= 7 ? 6 : 4)
    }

    /// Returns a claim for the artist whom most titles of the account name, or `nil` if the titles have no common artist.
    func owner() -> Claim? {
        guard let owner = known.profile.owner else { return nil }
        let name = spelling(of: owner) ?? owner
        return Claim(
            kind: .accountOwner, key: owner, name: .text(name), title: reading.body,
            score: known.profile.ownerIsContained ? 6 : 4,
            reasons: known.profile.ownerIsContained ? [.accountContains] : [])
    }

    /// Returns a claim for the account itself as the artist, or `nil` if its name has no key. `isStyle` states whether the account performs in
    /// another artist's style, which supports the claim.
    func own(_ isStyle: Bool) -> Claim? {
        guard !accountKey.isEmpty else { return nil }
        let account = clues.account
        var claim = Claim(kind: .account, key: accountKey, name: .text(account.name), title: reading.body, score: 2)
        if account.isGeneric { claim.score -= 5 }
        if isTopic || account.isVEVO { claim.score += 3 }
        if isTopic || isNamedByOthers || known.tally.own > 0 {
            claim.score += 2
            claim.reasons.append(.ownAccount)
        } else if account.isHandle {
            claim.score -= 1
        }
        if known.tally.bare >= 2, known.tally.dashed == 0 { claim.score += 1 }
        if clues.sides != nil, evidence.claim(of: accountKey, to: clues.titleKey).map({ $0.marked > 0 }) ?? false {
            claim.score += 4
            claim.reasons.append(.knownWork)
        }
        if account.isLabel { claim.score -= 2 }
        if account.isCollector { claim.score -= account.isOfLyrics ? 3 : 2 }
        if known.profile.isCollector { claim.score -= 2 }
        if known.profile.isReuploader { claim.score -= 5 }
        if clues.isEpisode {
            claim.score += 5
            claim.reasons.append(.episode)
        }
        if isStyle {
            claim.score += 4
            claim.reasons.append(.style)
        }
        if cover != nil {
            claim.score += 4
            claim.reasons.append(.cover)
        } else if isOwnRemix {
            claim.score -= 1
            claim.reasons.append(.ownRemix)
        }
        if let sides = clues.sides, reading.isVersionOnly(sides.right) { claim.reasons.append(.versionAfterDash) }
        // "Title - Artist cover" has its title before the dash.
        if let sides = clues.sides, sides.kind.isDash, let original = cover?.original,
            original.lowerBound >= sides.right.lowerBound,
            original.upperBound <= sides.right.upperBound, reading.line.group(at: original.lowerBound) == nil,
            !isSelf(sides.leftKey)
        {
            let score = claim.score + 2
            claim = Claim(
                kind: .cover, key: accountKey, name: claim.name, title: sides.left, score: score, original: original)
        }
        return claim
    }
}
