extension Line {
    var whole: Range<Int> { 0..<scalars.count }

    /// Whether the line may contain a credit, in a bracket or outside.
    var mayCredit: Bool { hasLooseCredit || !meanings.isDisjoint(with: [.featuring, .producing, .along]) }

    /// Returns the words that begin within a range.
    func words(in range: Range<Int>) -> ArraySlice<Word> {
        var start = 0
        while start < words.count, words[start].range.lowerBound < range.lowerBound { start += 1 }
        var end = start
        while end < words.count, words[end].range.lowerBound < range.upperBound { end += 1 }
        return words[start..<end]
    }

    /// Returns the words of a range outside brackets.
    func openWords(in range: Range<Int>) -> WordCollection {
        let words = words(in: range)
        guard groups.contains(where: { $0.outer.lowerBound >= range.lowerBound && $0.outer.overlaps(range) }) else {
            return WordCollection(words)
        }
        let open = words.filter { word in
            !groups.contains { $0.outer.lowerBound >= range.lowerBound && $0.outer.contains(word.range.lowerBound) }
        }
        return WordCollection(open[...])
    }

    func group(at index: Int) -> Group? { groups.first { $0.outer.contains(index) } }

    /// Returns the range without spaces and separating marks at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, max(range.lowerBound, range.upperBound))
        if start < end, Letters.isPlain(scalars[start]), Letters.isPlain(scalars[end - 1]) { return range }
        while start < end, Letters.isTrimmed(scalars[start]) { start += 1 }
        while end > start, Letters.isTrimmed(scalars[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Returns the range without quotation marks or brackets that enclose the whole range.
    func unquoted(_ range: Range<Int>) -> Range<Int> {
        let range = trimmed(range)
        for quotation in quotations where quotation.outer == range && !quotation.inner.isEmpty {
            return trimmed(quotation.inner)
        }
        for group in groups where group.outer == range && !group.inner.isEmpty { return trimmed(group.inner) }
        return range
    }

    /// Returns the text of a range without the excluded ranges in `left` and without marks at its ends, with single spaces.
    func text(_ range: Range<Int>, without left: [Range<Int>] = []) -> String {
        let rest = left.isEmpty ? range : withoutEnds(range, left)
        if !left.contains(where: { $0.overlaps(rest) }), let text = plainText(rest) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count + 8)
        for index in kept(range, without: left) {
            let scalar = scalars[index]
            if scalar.value < 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the folded letters and digits of a range.
    func letters(_ range: Range<Int>) -> ArraySlice<UInt8> { folded?[range] ?? Folding.bytes(scalars[range])[...] }

    /// Returns the hash of the letters and digits of a range. `Vocabulary` finds the meaning of a word by this hash.
    func hash(_ range: Range<Int>) -> UInt64 {
        folded?.hash(range) ?? Vocabulary.hash(Folding.bytes(scalars[range]))
    }

    /// Returns whether anything except trimmed marks remains of a range without the excluded ranges in `left`.
    func hasText(_ range: Range<Int>, without left: [Range<Int>]) -> Bool {
        range.contains { index in !Letters.isTrimmed(scalars[index]) && !left.contains { $0.contains(index) } }
    }

    /// Returns the key of a range without the excluded ranges in `left`.
    func key(_ range: Range<Int>, without left: [Range<Int>] = []) -> String {
        if let key = folded?.key(range, without: left), !key.isEmpty { return key }
        if left.isEmpty { return Folding.key(scalars[range]) }
        // Folding also removes marks at the ends. Only a text without letters and digits is compared by its marks.
        if !left.contains(where: { $0.overlaps(range) }), let key = Folding.letters(scalars[range]) { return key }
        var kept: [Unicode.Scalar] = []
        kept.reserveCapacity(range.count)
        for index in self.kept(range, without: left) { kept.append(scalars[index]) }
        return Folding.key(kept)
    }

    /// Returns the range without the excluded ranges in `left` and without trimmed marks at its ends.
    private func withoutEnds(_ range: Range<Int>, _ left: [Range<Int>]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            if let hole = left.first(where: { $0.contains(start) }) {
                start = min(hole.upperBound, end)
            } else if Letters.isTrimmed(scalars[start]) {
                start += 1
            } else {
                break
            }
        }
        while start < end {
            if let hole = left.first(where: { $0.contains(end - 1) }) {
                end = max(hole.lowerBound, start)
            } else if Letters.isTrimmed(scalars[end - 1]) {
                end -= 1
            } else {
                break
            }
        }
        return start..<end
    }

    /// Returns the text of a range without spaces and separating marks at its ends; `nil` if two spaces follow each other.
    private func plainText(_ range: Range<Int>) -> String? {
        let range = trimmed(range)
        var (count, before): (Int, Unicode.Scalar) = (0, " ")
        for index in range {
            let scalar = scalars[index]
            if scalar == " ", before == " " { return nil }
            count += scalar.value < 0x80 ? 1 : UTF8.width(scalar)
            before = scalar
        }
        return written(range, count)
    }

    /// Returns the text of a range unchanged.
    func written(_ range: Range<Int>) -> String {
        written(range, range.reduce(0) { $0 + UTF8.width(scalars[$1]) })
    }

    private func written(_ range: Range<Int>, _ count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { bytes in
            var end = 0
            for scalar in scalars[range] {
                if scalar.value < 0x80 {
                    bytes[end] = UInt8(truncatingIfNeeded: scalar.value)
                    end += 1
                } else if let encoded = UTF8.encode(scalar) {
                    for byte in encoded {
                        bytes[end] = byte
                        end += 1
                    }
                }
            }
            return end
        }
    }

    private func kept(_ range: Range<Int>, without left: [Range<Int>]) -> [Int] {
        if left.isEmpty { return Array(trimmed(range)) }
        var kept: [Int] = []
        kept.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if let hole = left.first(where: { $0.contains(index) }) {
                index = hole.upperBound
                if let last = kept.last, scalars[last] != " ", index < range.upperBound, scalars[index] != " ",
                    Letters.isWord(scalars[index]) || Letters.closing(scalars[index]) != nil,
                    let space = spaceBefore(index, notBefore: range.lowerBound)
                {
                    kept.append(space)
                }
                continue
            }
            if scalars[index] == " ", kept.isEmpty || scalars[kept[kept.count - 1]] == " " {
                index += 1
                continue
            }
            kept.append(index)
            index += 1
        }
        while let last = kept.last, Letters.isTrimmed(scalars[last]) { kept.removeLast() }
        if let first = kept.firstIndex(where: { !Letters.isTrimmed(scalars[$0]) }), first > 0 {
            kept.removeFirst(first)
        }
        return kept
    }

    private func spaceBefore(_ index: Int, notBefore start: Int) -> Int? {
        scalars[start..<index].lastIndex(of: " ")
    }

    // MARK: - Brackets

    func role(of group: Group) -> GroupRole {
        let words = words(in: group.inner)
        guard let first = words.first, let last = words.last else { return group.inner.isEmpty ? .wrapping : .part }
        let start = scalars[trimmedSpaces(group.inner).lowerBound]
        if start == "@" { return .handle }
        if start == "+" || first.meaning.contains(.featuring) { return .featuring }
        if first.meaning.contains(.along) {
            // "(with lyrics)" is not a credit.
            return words.count > 1 && words.dropFirst().allSatisfy({ isWrapping($0) }) ? .wrapping : .featuring
        }
        if first.meaning.contains(.producing) { return .producing }
        var (all, common) = (WordMeaning(), true)
        let tolerated: WordMeaning = [
            .wrapping, .surelyWrapping, .filler, .download, .version, .number, .announcement, .performance,
        ]
        for word in words {
            all.formUnion(word.meaning)
            if word.meaning.isDisjoint(with: tolerated) { common = false }
        }
        if all.contains(.cover) || all.contains(.original) && all.contains(.by) { return .cover }
        if common, !all.isDisjoint(with: .allWrapping),
            words.allSatisfy({ isWrapping($0) }) || all.contains(.surelyWrapping)
        {
            return all.contains(.remix) ? .remix : .wrapping
        }
        if all.contains(.remix) { return .remix }
        if first.meaning.contains(.from) { return .release }
        if last.meaning.contains(.announcement), last.meaning.isDisjoint(with: [.version, .filler]), words.count > 1 {
            return .wrapping
        }
        if all.contains(.release), !all.isDisjoint(with: [.wrapping, .filler]), common || words.count <= 3 {
            return .wrapping
        }
        if first.meaning.contains(.surelyVersion) || last.meaning.contains(.version) { return .version }
        if first.meaning.contains(.surelyWrapping), words.count <= 3 { return .wrapping }
        if first.meaning.contains(.episode), words.dropFirst().first?.meaning.contains(.number) ?? false {
            return .episode
        }
        if group.isSquare, all.contains(.surelyLabel) || isCatalogueNumber(words) { return .label }
        return .part
    }

    private func isWrapping(_ word: Word) -> Bool {
        !word.meaning.isDisjoint(with: [.wrapping, .surelyWrapping, .filler, .download, .number])
    }

    private func trimmedSpaces(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound - 1, scalars[start] == " " { start += 1 }
        return start..<range.upperBound
    }

    /// Returns whether the words are a catalogue number, capitals followed by at least two digits: "WARP 042", "KOMPAKT123".
    func isCatalogueNumber(_ words: ArraySlice<Word>) -> Bool {
        var words = words
        // "ABC012 A1"
        if words.count > 1, let side = words.last, side.range.count <= 2, let letter = scalars[side.range].first,
            letter.value >= 0x41, letter.value <= 0x46,
            side.range.count == 1 || Letters.isDigit(scalars[side.range.upperBound - 1])
        {
            words = words.dropLast()
        }
        guard let last = words.last else { return false }
        let digits = scalars[last.range].reversed().prefix { Letters.isDigit($0) }.count
        guard digits >= 2 else { return false }
        let letters = scalars[last.range].dropLast(digits)
        if letters.isEmpty {
            guard words.count >= 2 else { return false }
            return isCapital(scalars[words[words.endIndex - 2].range])
        }
        return letters.count >= 2 && isCapital(letters)
    }

    private func isCapital(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        text.count >= 2 && text.allSatisfy { $0.value >= 0x41 && $0.value <= 0x5A }
    }
}
