/// Claims from a dash without spaces.
extension Judgement {
    /// Adds at most one claim from "Artist-Title", if the library or the account shows that the dash is no hyphen of a compound word.
    func addUnspacedDash(to claims: inout [Claim]) {
        for separator in reading.separators where separator.kind == .unspacedDash {
            guard let sides = Clues.sides(reading, at: separator), sides.leftKey.utf8.count > 2,
                sides.rightKey.utf8.count > 2
            else { continue }
            let evidenceCount = self.evidenceCount(sides.leftKey, isLeft: true)
            let isOriginal = isOwnRemix && reading.line.openWords(in: sides.left).count > 1
            let isKnown = evidenceCount > 0 || isOriginal || has(sides.leftKey, title: sides.rightKey)
            guard isKnown || !isPlausibleArtist || clues.account.isHandle, isKnown || isTwoNames(sides) else {
                continue
            }
            var claim = left(sides, evidenceCount, false)
            claim.score += isKnown ? 2 : 1
            claims.append(claim)
            return
        }
    }

    /// Returns whether the sides are a name and a title, as in "Some Name-Some Title", and not parts of a compound word.
    func isTwoNames(_ sides: Clues.Sides) -> Bool {
        let (left, right) = (reading.line.openWords(in: sides.left), reading.line.openWords(in: sides.right))
        guard left.count > 1, let first = left.first, let last = left.last, let next = right.first else { return false }
        return [first, last, next].allSatisfy { Letters.isCapital(line.scalars[$0.range.lowerBound]) }
    }
}
