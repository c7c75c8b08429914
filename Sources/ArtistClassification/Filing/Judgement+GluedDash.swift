/// The claims by a dash without any space round it.
extension Judgement {
    /// "Artist-Title" without any space at the dash: an artist whom the library knows, or the original of the account's own remix.
    func addGlued(to claims: inout [Claim]) {
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
            var claim = left(sides, renown, false)
            claim.score += isKnown ? 2 : 1
            claims.append(claim)
            return
        }
    }

    /// "Some Name-Some Title": more than a compound word, and both sides begin alike.
    func isTwoNames(_ sides: Clues.Sides) -> Bool {
        let (left, right) = (reading.line.openWords(in: sides.left), reading.line.openWords(in: sides.right))
        guard left.count > 1, let first = left.first, let last = left.last, let next = right.first else { return false }
        return [first, last, next].allSatisfy { Letters.isCapital(line.scalars[$0.range.lowerBound]) }
    }
}
