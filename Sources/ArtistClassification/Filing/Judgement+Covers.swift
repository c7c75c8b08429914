/// Claims for covers of other artists' songs.
extension Judgement {
    /// Returns a claim for the performer from "Original artist - Title (cover)", or with the sides exchanged if the right side is better known; `nil`
    /// if the title marks no cover or names no plausible performer.
    func ownCover(_ sides: Clues.Sides, _ score: Int) -> Claim? {
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
            if evidenceCount(key) > evidenceCount(sides.leftKey, isLeft: true)
                || has(key, title: reading.titleKey(sides.left))
            {
                (title, original) = (sides.left, reading.uncredited(right).main)
            }
        }
        if let performer = cover.performer {
            return Claim(
                kind: .cover, key: reading.nameKey(performer), name: .range(performer), title: title,
                score: score + 2, original: original)
        }
        guard cover.original == nil, isPlausibleArtist else { return nil }
        return Claim(
            kind: .cover, key: accountKey, name: .text(clues.account.name), title: title, score: max(score, 3) + 1,
            original: original)
    }

    /// Returns a claim from "Artist covers Other - Title", or `nil` for another form.
    func covering(_ sides: Clues.Sides) -> Claim? {
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
        return Claim(
            kind: .cover, key: key, name: .range(name), title: sides.right, score: 8, original: original)
    }
}
