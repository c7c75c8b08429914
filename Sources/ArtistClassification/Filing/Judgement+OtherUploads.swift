/// Claims from other uploads of the same recording or with the same title.
extension Judgement {
    /// Returns a claim for the artist whom the uploads with the same ISRC name most often; `nil` without an ISRC or without an artist.
    func sameRecording() -> Claim? {
        guard let isrc = upload.isrc, let artists = evidence.recordings[isrc], let top = artists.top else { return nil }
        let name = spelling(of: top.key) ?? top.key
        return Claim(kind: .sameRecording, key: top.key, name: .text(name), title: reading.body, score: 7)
    }

    /// Returns a claim for the artist who has this title in other uploads; `nil` if no single artist stands out, or if the title marks a cover.
    func sameTitle() -> Claim? {
        guard cover == nil else { return nil }
        if !clues.fullTitleKey.isEmpty, let claim = sameTitle(clues.fullTitleKey) { return claim }
        return sameTitle(clues.titleKey)
    }

    func sameTitle(_ title: String) -> Claim? {
        guard let claims = evidence.claims(to: title) else { return nil }
        let seconds = upload.durationMs.map { Int32(truncatingIfNeeded: $0 / 1000) }
        var best: (key: String, score: Int)?
        var claimedKey: String?
        var hasSeveral = false
        for position in 0..<claims.count {
            let key = claims.key(at: position)
            guard !isSameKey(key, accountKey) else { continue }
            let (marked, own) = (claims[at: position].marked, claims[at: position].own)
            let isOwn = own > 0 && marked < 2 && evidence.isNamed(key)
            guard marked > 0 || isOwn else { continue }
            let identity = artist(key)
            if let claimedKey, !isSameKey(claimedKey, identity) { hasSeveral = true }
            claimedKey = identity
            var score = marked > 1 || isOwn ? 2 : 0
            if let seconds, let distance = claims[at: position].lengths.distance(to: seconds) {
                score += distance <= 2 ? 3 : distance > 10 ? -3 : 0
            }
            if best.map({ score > $0.score || score == $0.score && key < $0.key }) ?? true { best = (key, score) }
        }
        guard let best, !hasSeveral || best.score >= 3 else { return nil }
        let length = title.utf8.count
        var score = 1 + best.score + (length >= 14 ? 2 : length >= 9 ? 1 : 0)
        // Many songs share a title, so an account that looks like an artist's may have a song with this title too.
        if best.score < 3, !isOwnRemix {
            let isForeign = known.tally.dashed - known.tally.own - known.tally.covers > 0
            if isPlausibleArtist, !(clues.account.isHandle && isForeign) { score -= 4 }
            // A title that names guests or producers is more likely the account's own.
            if !reading.uncredited(reading.body).credits.isEmpty || !reading.bracketCredits(in: reading.body).isEmpty {
                score -= 3
            }
        }
        if hasSeveral { score -= 2 }
        if isNamedByOthers { score -= 3 }
        if isOwnRemix { score += 3 }
        let name = spelling(of: best.key) ?? best.key
        return Claim(kind: .sameTitle, key: best.key, name: .text(name), title: reading.body, score: score)
    }
}
