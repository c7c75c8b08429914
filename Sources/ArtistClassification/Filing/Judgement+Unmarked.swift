/// Claims for names without a separator: "Artist Title", if the artist is known in the library.
extension Judgement {
    /// The maximum length of a name to try, in words.
    private static let longestName = 4

    /// Adds at most one claim, for the longest known name at the start or, failing that, at the end of a title without other marks.
    func addUnmarked(to claims: inout [Claim]) {
        guard clues.sides == nil, clues.quotation == nil, !isTopic, !clues.isEpisode, cover == nil else { return }
        let body = reading.uncredited(reading.body).main
        let words = reading.line.openWords(in: body)
        guard words.count > 1 else { return }
        if words[0].range.lowerBound == body.lowerBound, let claim = beginning(words) {
            claims.append(claim)
        } else if isEnd(words[words.count - 1].range.upperBound, of: body), let claim = ending(words) {
            claims.append(claim)
        }
    }

    /// Returns whether nothing follows an index in a range except the full stops of a name: "M.I.A."
    private func isEnd(_ index: Int, of range: Range<Int>) -> Bool {
        index <= range.upperBound && reading.line.scalars[index..<range.upperBound].allSatisfy { $0 == "." }
    }

    /// Returns the claim from "Artist Title", or `nil` if the title does not begin with a known name.
    private func beginning(_ words: Line.WordCollection) -> Claim? {
        for count in (1...min(Judgement.longestName, words.count - 1)).reversed() {
            let range = words[0].range.lowerBound..<words[count - 1].range.upperBound
            let title = reading.line.trimmed(range.upperBound..<reading.body.upperBound)
            guard let points = points(ofUnmarked: range, words[count...], title) else { continue }
            // "Artist and Other", "Name of Something": the next word continues the name or the title.
            guard words[count].meaning.isDisjoint(with: [.and, .joining, .listing, .featuring, .by, .of, .from]),
                count > 1 || words[count].meaning.isDisjoint(with: .filler)
                    || evidenceCount(reading.line.key(range)) > 1,
                reading.line.scalars[range.upperBound] == " " || !Letters.isWord(reading.line.scalars[range.upperBound])
            else { continue }
            return claim(range, title, points, count)
        }
        return nil
    }

    /// Returns the claim from "Title Artist", or `nil` if the title does not end with a known name.
    private func ending(_ words: Line.WordCollection) -> Claim? {
        guard let last = words.last else { return nil }
        for count in (1...min(Judgement.longestName, words.count - 1)).reversed() {
            let start = words[words.count - count].range.lowerBound
            let title = reading.line.trimmed(reading.body.lowerBound..<start)
            guard
                let points = points(ofUnmarked: start..<last.range.upperBound, words[..<(words.count - count)], title),
                words[words.count - count - 1].meaning.isDisjoint(with: [.and, .joining, .listing, .by, .of, .filler])
            else { continue }
            return claim(start..<last.range.upperBound, title, points - 1, count)
        }
        return nil
    }

    /// Returns the points of a run of words as an artist's name; `nil` for no known name. A single word needs more evidence: it may be from a title.
    private func points(ofUnmarked range: Range<Int>, _ rest: Slice<Line.WordCollection>, _ title: Range<Int>) -> Int? {
        // Looks up the bytes before creating a key, because up to eight runs of words are tried, and few runs are known in the library.
        let letters = line.letters(range)
        guard letters.isEmpty || evidence.names.contains(letters) || accountKey.utf8.elementsEqual(letters) else {
            return nil
        }
        let key = line.key(range)
        guard key.utf8.count > 2 else { return nil }
        let name = evidence.names[key]
        guard isSameKey(key, accountKey) || name != nil else { return nil }
        let count = line.words(in: range).count
        if isSelf(key) {
            // "Name Radio Show 500" and "Name 35" are the account's own series; "Name 99 Balloons" is a title.
            let series: WordMeaning = [.show, .longForm, .number, .episode]
            let isCounting =
                rest.count > 1 && rest[rest.startIndex].meaning == .number
                && rest.dropFirst().allSatisfy { $0.meaning.isEmpty }
            let isSeries = !isCounting && rest.contains { !$0.meaning.isDisjoint(with: series) }
            return (count > 1 || key.utf8.count > 3) && !isSeries ? 5 : nil
        }
        guard let name, name.lefts + name.fields + name.anonymousLefts + name.uploads > 0 else { return nil }
        let evidenceCount = self.evidenceCount(key)
        guard evidenceCount > 0 else { return nil }
        if count > 1 { return evidenceCount > 1 ? 7 : 6 }
        let isNamed = name.lefts + name.fields + name.anonymousLefts > (known.tally.lefts[key] > 0 ? 1 : 0)
        guard
            isNamed && name.rights == 0 && (key.utf8.count > 3 || evidenceCount > 1)
                || has(key, title: reading.titleKey(title))
        else { return nil }
        return (evidenceCount > 1 ? 5 : 4) + (isPlausibleArtist ? 0 : 1)
            - (isNamedByOthers || known.tally.own > 0 ? 3 : 0)
    }

    private func claim(_ name: Range<Int>, _ title: Range<Int>, _ points: Int, _ count: Int) -> Claim {
        let key = reading.line.key(name)
        var claim = Claim(
            kind: .unmarked, key: key, name: .range(name), title: title, score: points, reasons: [.knownName])
        if isSelf(key) { claim.reasons = [.ownAccount] }
        if let field = clues.metadata, agrees(field, key) {
            claim.score += 4
            claim.reasons.append(.metadataSeconds)
        }
        if has(key, title: reading.titleKey(title)) {
            claim.score += 3
            claim.reasons.append(.knownWork)
        }
        return claim
    }
}
