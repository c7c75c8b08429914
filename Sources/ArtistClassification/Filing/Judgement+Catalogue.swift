/// Catalogue numbers before a name: "B1 Artist", "ABC012 Artist".
extension Judgement {
    /// Returns the name after a position on a record, or after a catalogue number that fits the account or precedes a known name; otherwise `nil`.
    func uncatalogued(_ range: Range<Int>) -> Range<Int>? {
        guard let end = catalogueEnd(range), let next = reading.line.openWords(in: end..<range.upperBound).first,
            next.range.lowerBound == end + 1, next.meaning.isDisjoint(with: [.joining, .and])
        else { return nil }
        let name = next.range.lowerBound..<range.upperBound
        let mark = reading.line.scalars[range.lowerBound..<end]
        let isSide =
            mark.count == 2 && mark[mark.startIndex].value >= 0x41 && mark[mark.startIndex].value <= 0x46
            && mark.last.map { $0.value >= 0x31 && $0.value <= 0x36 } ?? false
        let key = reading.nameKey(name)
        guard !key.isEmpty,
            isSide || evidenceCount(key) > 0
                || isAbbreviation(mark.prefix { Letters.isWord($0) && !Letters.isDigit($0) })
        else { return nil }
        return name
    }

    /// Returns the end of "B1", "ABC012" or "ABC-012" at the start of a range, or `nil` if the range starts with other text.
    func catalogueEnd(_ range: Range<Int>) -> Int? {
        guard let word = reading.line.words(in: range).first,
            reading.line.meanings.contains(.number) || Letters.isDigit(reading.line.scalars[word.range.upperBound - 1])
        else { return nil }
        let words = reading.line.openWords(in: range)
        guard let first = words.first, first.range.lowerBound == range.lowerBound,
            first.meaning.isDisjoint(with: .number)
        else { return nil }
        let isTwo = words.count > 1 && words[1].meaning.contains(.number) && first.range.count <= 6
        let end = isTwo ? words[1].range.upperBound : first.range.upperBound
        let mark = reading.line.scalars[range.lowerBound..<end]
        if mark.count == 2, mark[mark.startIndex].value >= 0x41, mark[mark.startIndex].value <= 0x46,
            mark.last.map({ $0.value >= 0x31 && $0.value <= 0x36 }) ?? false
        {
            return end
        }
        return reading.line.isCatalogueNumber(reading.line.words(in: range.lowerBound..<end)) ? end : nil
    }

    /// Returns whether the letters occur in the account's name, either adjacent or in this order from the first letter of the name.
    func isAbbreviation(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
        let key = Folding.key(letters)
        if key.utf8.count > 2, accountKey.firstRange(of: key) != nil { return true }
        var rest = Substring(accountKey).utf8[...]
        for (position, letter) in key.utf8.enumerated() {
            guard let found = rest.firstIndex(of: letter), position > 0 || found == rest.startIndex else {
                return false
            }
            rest = rest[rest.index(after: found)...]
        }
        return true
    }
}
