/// Claims for a name that is only a part of one side, such as the part after a label, a number or a series.
extension Judgement {
    /// Returns a claim from "Label - Artist - Title", if the first part is the label, a label's or collector's account, or a catalogue number.
    func label(_ sides: Clues.Sides) -> Claim? {
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
        return Claim(
            kind: .beforeDash, key: inner.leftKey, name: .range(inner.leftName.main), title: inner.right, score: 12,
            credits: inner.leftName.credits)
    }

    /// Returns a claim from "Artist: Title - Rest" or "Artist | Title - Rest", if the artist is known or is the account; otherwise `nil`.
    func earlier(_ sides: Clues.Sides, _ isStyle: Bool) -> Claim? {
        guard sides.kind.isDash, let first = reading.separators.first, !first.kind.isDash, first.kind != .unspacedDash,
            first.range.upperBound < sides.left.upperBound, let outer = Clues.sides(reading, at: first)
        else { return nil }
        let evidenceCount = self.evidenceCount(outer.leftKey, isLeft: true)
        guard evidenceCount > 0 || isSelf(outer.leftKey) else { return nil }
        return left(outer, evidenceCount, isStyle)
    }

    /// Returns a claim from "1. Name - Title" with a score above `score`, if an account has the name "1. Name" and "Name" is no better known;
    /// otherwise `nil`.
    func numberedName(_ sides: Clues.Sides, _ score: Int) -> Claim? {
        guard let start = reading.startOfNumber, sides.kind.isDash, sides.leftName.credits.isEmpty else { return nil }
        let name = start..<sides.leftName.main.upperBound
        let key = reading.nameKey(name)
        guard evidence.names[key].map({ $0.uploads > 0 }) ?? false, evidenceCount(sides.leftKey) <= evidenceCount(key)
        else {
            return nil
        }
        return Claim(
            kind: .beforeDash, key: key, name: .range(name), title: sides.right, score: score + 2, reasons: [.knownName]
        )
    }

    /// Returns a claim from "B1 Artist - Title" or "ABC012 Artist - Title"; `nil` for another form, or if the whole left side is a known name.
    func afterCatalogue(_ sides: Clues.Sides, _ leftEvidenceCount: Int) -> Claim? {
        guard sides.kind.isDash, leftEvidenceCount == 0, var name = uncatalogued(sides.leftName.main) else {
            return nil
        }
        if let rest = uncatalogued(name) { name = rest }
        let key = reading.nameKey(name)
        var claim = left(
            Clues.Sides(
                left: name, right: sides.right, kind: sides.kind, leftKey: key, rightKey: sides.rightKey,
                leftName: Reading.Uncredited(main: name, credits: sides.leftName.credits)), evidenceCount(key), false)
        claim.score += 1
        return claim
    }

    /// Returns a claim from "Series: Artist - Title" with a score above `score`, if there is evidence for the artist or the series; otherwise `nil`.
    func afterSeries(_ sides: Clues.Sides, _ score: Int) -> Claim? {
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
            evidenceCount(key) > 0 || isSelf(key) || isOwnSeries || clues.metadata.map({ agrees($0, key) }) ?? false
        else { return nil }
        return Claim(
            kind: .beforeDash, key: key, name: .range(name.main), title: sides.right, score: score + 2,
            reasons: [.knownName],
            credits: name.credits)
    }
}
