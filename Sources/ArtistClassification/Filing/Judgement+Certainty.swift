/// The certainty of a filing, in points, which `Certainty` converts to a confidence. Evidence raises the certainty; a competing reading lowers it.
extension Judgement {
    /// Returns the points of a claim. `runnerUp` is the best claim for another artist; `nil` if there is none.
    func certainty(of claim: Claim, against runnerUp: Claim.Weight?) -> Int {
        var points = base(of: claim) - contradiction(claim, runnerUp)
        if claim.kind != .account {
            for reason in claim.reasons { points += Judgement.weight(ofReason: reason) }
        }
        return points
    }

    private static func weight(ofReason reason: Reason.Kind) -> Int {
        switch reason {
        case .ownAccount, .metadataSeconds: 3
        case .knownWork, .knownName, .accountOwner, .accountContains: 2
        default: 0
        }
    }

    // MARK: - Points by kind of claim

    private func base(of claim: Claim) -> Int {
        switch claim.kind {
        case .account: account(claim)
        case .beforeDash: left(claim)
        case .afterDash: 7
        case .beforeQuotation: clues.quotation.map { $0.followsColon ? 4 : $0.isSure ? 9 : 7 } ?? 9
        case .afterQuotation: 7
        case .by: by(claim)
        case .unmarked: unmarked(claim)
        case .performing: isSelf(claim.key) ? 10 : 8
        case .metadata: 9
        case .cover: ofCover(claim)
        case .accountOwner: known.profile.ownerIsContained ? 5 : 4
        case .taughtAccount: claim.score >= 9 ? 10 : 6
        case .sameRecording: 9
        case .sameTitle: claim.score >= 6 ? 8 : isOwnRemix ? 7 : 2
        default: 8
        }
    }

    /// Returns the points for the account as the artist. Most uploaders are not artists, so certainty needs evidence that this account is one.
    private func account(_ claim: Claim) -> Int {
        let account = clues.account
        if isTopic { return 12 }
        if account.isVEVO { return 11 }
        if account.isGeneric || known.profile.isReuploader { return 0 }
        if claim.reasons.contains(.ownAccount), !account.isLabel, !known.profile.isCollector {
            return claim.reasons.contains(.knownWork) ? 11 : 10
        }
        if claim.reasons.contains(.episode) || claim.reasons.contains(.style) { return 9 }
        if account.isOfLyrics { return 1 }
        if account.isLabel || account.isCollector || known.profile.isCollector {
            return claim.reasons.contains(.cover) ? 6 : 2
        }
        if claim.reasons.contains(.cover) { return 9 }
        if account.isHandle { return isProducedHere ? 4 : 2 }
        if account.isOfficial { return 9 }
        if isProducedHere || claim.reasons.contains(.ownRemix) { return 8 }
        // A title of many words contains an artist's name more often than a title of few words.
        if reading.line.meanings.contains(.lyrics) { return 3 }
        return reading.line.openWords(in: reading.body).count > 4 ? 4 : 5
    }

    /// Returns the points of a cover. Only a known original artist distinguishes "Artist - Title (cover)" from "Title - Artist (cover)".
    private func ofCover(_ claim: Claim) -> Int {
        guard let sides = clues.sides, sides.kind.isDash, let original = claim.original,
            original == sides.leftName.main || original.lowerBound >= sides.right.lowerBound
        else { return 8 }
        return evidenceCount(reading.nameKey(original)) > 0 ? 8 : 5
    }

    /// Whether the title credits a producer, as in "(prod. Name)". Producers' own uploads often do.
    private var isProducedHere: Bool {
        reading.line.meanings.contains(.producing)
            && (reading.uncredited(reading.body).credits + reading.bracketCredits(in: reading.body)).contains {
                $0.role == .producing
            }
    }

    /// Returns the points of "Artist - Title". Most uploads use this order, so a dash needs little more evidence; other marks need more.
    private func left(_ claim: Claim) -> Int {
        guard let sides = clues.sides else { return 5 }
        var points =
            switch sides.kind {
            case .dash: 8
            case .halfDash: 7
            case .spacedColon, .gap: 6
            case .bar, .colon, .unspacedDash: 5
            }
        if !isPlausibleArtist || clues.account.isHandle { points += 1 }
        // Subtracts the doubts that have already lowered the score of the claim.
        if sides.kind.isDash { points -= max(0, (sides.kind == .dash ? 5 : 4) - claim.score) }
        return points + corroboration(sides) - penalty(of: sides, claim)
    }

    /// Returns whether a range lists several names.
    func isList(_ range: Range<Int>) -> Bool {
        let mayPart =
            !line.meanings.isDisjoint(with: [.joining, .listing, .and])
            || line.scalars[range].contains { scalar in
                switch scalar {
                case ",", ";", "&", "+", "/", "、", "，", "×", "＆": true
                default: false
                }
            }
        return mayPart && NameList(line, range).parts.count > 1
    }

    /// Returns the points, at most two, for further marks in the title that show that the artist is before the dash.
    private func corroboration(_ sides: Clues.Sides) -> Int {
        var points = 0
        if !sides.leftName.credits.isEmpty || isList(sides.leftName.main) {
            points += 1
        }
        let start = sides.right.lowerBound
        let isMade = reading.line.groups.contains { group in
            switch group.role {
            case .remix, .featuring, .producing, .release: group.outer.lowerBound >= start
            default: false
            }
        }
        if isMade || !reading.uncredited(sides.right).credits.isEmpty { points += 1 }
        if reading.isNumbered || reading.isAnnounced || reading.isQuoted(sides.right) { points += 1 }
        if !reading.line.meanings.isDisjoint(with: .allWrapping), !reading.line.meanings.contains(.lyrics) {
            points += 1
        }
        return min(points, 2)
    }

    /// Returns the points to subtract for marks of common misreadings, such as many words before the dash or a date after it.
    private func penalty(of sides: Clues.Sides, _ claim: Claim) -> Int {
        guard !accountKey.isEmpty else { return 0 }
        for reason in claim.reasons {
            switch reason {
            case .ownAccount, .metadataSeconds, .knownWork, .accountOwner: return 0
            default: continue
            }
        }
        let name = sides.leftName.main
        var points = 0
        let words = line.openWords(in: name)
        if words.count > 4 { points += 2 }
        if words.contains(where: { $0.meaning.contains(.number) }) {
            points +=
                words.count > 2
                    || words.contains { $0.meaning.contains(.number) && line.scalars[$0.range.lowerBound] == "0" }
                ? 4 : 2
        }
        if line.scalars[name].contains(where: { $0 == "(" || $0 == ":" || $0 == "/" || $0 == "|" }),
            !isInTwoScripts(name)
        {
            points += 4
        }
        // "Title - Official Video | …"
        if !line.meanings.isDisjoint(with: [.surelyWrapping, .lyrics]) {
            let bar = reading.separators.first { $0.kind == .bar && $0.range.lowerBound > sides.right.lowerBound }
            let end = bar?.range.lowerBound ?? sides.right.upperBound
            if reading.isVideoWords(line.words(in: sides.right.lowerBound..<end)) { points += 4 }
        }
        let right = line.openWords(in: sides.right)
        guard let first = words.first, let next = right.first else { return points + 2 }
        if right.filter({ $0.meaning.contains(.number) }).count > 1 || next.meaning.contains(.unit) { points += 3 }
        // "Name - 12th April 2015": a performance; the title does not say whether "Name" is an artist or a show.
        if Letters.isDigit(line.scalars[next.range.lowerBound]), right.count <= 4,
            right.contains(where: { $0.meaning.contains(.number) && $0.range.count == 4 })
        {
            points += 4
        }
        if Letters.isSmall(line.scalars[next.range.lowerBound]),
            Letters.isCapital(line.scalars[first.range.lowerBound])
        {
            points += 2
        }
        if right.count < words.count, isList(reading.uncredited(sides.right).main) {
            points += 2
        }
        // Accounts that publish lyrics write the title first more often than other accounts do.
        if reading.line.meanings.contains(.lyrics), claim.reasons.isEmpty { points += 1 }
        return points
    }

    /// Returns whether the name is written in two scripts: "Name(이름)".
    private func isInTwoScripts(_ name: Range<Int>) -> Bool {
        guard let group = reading.line.group(at: name.upperBound - 1), group.outer.lowerBound > name.lowerBound else {
            return false
        }
        func isLatin(_ range: Range<Int>) -> Bool {
            reading.line.scalars[range].contains { Letters.isWord($0) && $0.value < 0x250 }
        }
        return isLatin(name.lowerBound..<group.outer.lowerBound) != isLatin(group.inner)
    }

    /// Returns the points of "Title by Artist", which is certain if the name is known.
    private func by(_ claim: Claim) -> Int {
        if isSelf(claim.key) || clues.metadata.map({ agrees($0, claim.key) }) ?? false { return 11 }
        if evidenceCount(claim.key) > 0 { return 10 }
        if claim.score >= 6 { return 9 }
        return isPlausibleArtist && !clues.account.isHandle ? 6 : 8
    }

    /// Returns the points of "Artist Title". A match of several words is rarely a coincidence.
    private func unmarked(_ claim: Claim) -> Int {
        if claim.reasons.contains(.ownAccount) { return 8 }
        guard case .range(let name) = claim.name else { return 6 }
        return reading.line.words(in: name).count > 1 ? 7 : 5
    }

    // MARK: - Contradicting readings

    private func contradiction(_ claim: Claim, _ runnerUp: Claim.Weight?) -> Int {
        guard let runnerUp else { return 0 }
        // The artist of the original does not compete with the performer.
        if claim.kind == .cover, runnerUp.kind == .beforeDash || runnerUp.kind == .afterDash { return 0 }
        let margin = claim.score - runnerUp.score
        if runnerUp.kind == .account {
            // Evidence that the account is an artist's also counts for its uploads.
            guard runnerUp.score >= 4, claim.reasons.isEmpty else { return 0 }
            return margin <= 1 ? 3 : margin <= 3 ? 2 : 0
        }
        if claim.kind == .account, runnerUp.score <= 0 { return 0 }
        // Another upload has both names in reverse order, or has the name after this dash before its own dash.
        if claim.kind == .beforeDash, claim.reasons.isEmpty, runnerUp.kind == .afterDash, margin <= 1,
            runnerUp.reasons.contains(.knownName)
        {
            return runnerUp.reasons.contains(.knownWork) ? 5 : 4
        }
        return margin <= 1 ? 3 : margin <= 3 ? 1 : 0
    }
}
