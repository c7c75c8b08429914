extension Reading {
    /// A range divided into the name or title (`main`) and its credits outside brackets, whose ranges are in `excluded`. `main` is the whole range if
    /// the title continues after a credit: "title ft. one & two [edit]".
    struct Uncredited: Sendable {
        var main: Range<Int>
        var credits: [Credit] = []
        var excluded: [Range<Int>] = []
    }

    func uncredited(_ range: Range<Int>) -> Uncredited {
        let range = line.trimmed(range)
        var found = Uncredited(main: range)
        guard line.hasLooseCredit || !line.meanings.isDisjoint(with: .credit) else { return found }
        let words = line.words(in: range)
        var start: (role: GroupRole, from: Int, names: Int)?
        func end(at end: Int) {
            guard let begun = start else { return }
            let names = line.trimmed(begun.names..<max(begun.names, end))
            if !names.isEmpty { found.credits.append(Credit(role: begun.role, names: names)) }
            found.excluded.append(begun.from..<end)
            start = nil
        }
        let plus = self.plus(in: range)
        for position in words.indices {
            let word = words[position]
            if let plus, start == nil, word.range.lowerBound > plus, found.excluded.isEmpty {
                start = (.featuring, plus, plus + 1)
            }
            guard line.group(at: word.range.lowerBound) == nil, quotation(at: word.range.lowerBound) == nil else {
                continue
            }
            guard position > words.startIndex, let role = role(ofWord: position, in: words, range) else { continue }
            end(at: word.range.lowerBound)
            var names = word.range.upperBound
            if role == .producing, position + 1 < words.endIndex, words[position + 1].meaning.contains(.by) {
                names = words[position + 1].range.upperBound
            }
            if names < range.upperBound, line.scalars[names] == "." || line.scalars[names] == ":" { names += 1 }
            // "при участии", "w/ feat."
            let before = words[position - 1]
            let isPhrase = before.meaning.contains(.along) && before.range.upperBound + 1 == word.range.lowerBound
            start = (
                role, isPhrase && position - 1 > words.startIndex ? before.range.lowerBound : word.range.lowerBound,
                names
            )
        }
        if let begun = start {
            // A bracket after the names belongs to the title again.
            let bracket = line.groups.first {
                $0.outer.lowerBound > begun.names && $0.outer.upperBound <= range.upperBound && $0.role != .part
                    && $0.role != .handle
            }
            end(at: bracket?.outer.lowerBound ?? range.upperBound)
        }
        if let first = found.excluded.first, found.excluded[found.excluded.count - 1].upperBound == range.upperBound {
            found.main = line.trimmed(range.lowerBound..<first.lowerBound)
        }
        return found
    }

    private func role(ofWord position: Int, in words: ArraySlice<Line.Word>, _ range: Range<Int>) -> GroupRole? {
        let word = words[position]
        guard position + 1 < words.endIndex else { return nil }
        if word.meaning.contains(.featuring) { return .featuring }
        if word.meaning.contains(.producing) {
            let text = line.scalars[word.range]
            let isShort = text.count <= 5
            return isShort || words[position + 1].meaning.contains(.by) ? .producing : nil
        }
        // A separate " w " in small letters means "with".
        if word.range.count == 1, line.scalars[word.range.lowerBound] == "w", !isPolish { return .featuring }
        return nil
    }

    /// Whether the title is Polish or Czech, by its letters. In these languages, "w" and "v" are words.
    private var isPolish: Bool {
        line.scalars.contains { "ąćęłńśźżĄĆĘŁŃŚŹŻěřůĚŘŮ".unicodeScalars.contains($0) }
    }

    /// Returns the position of a plus between a space and a name ("title +artist"); `nil` if the range has none outside brackets.
    private func plus(in range: Range<Int>) -> Int? {
        guard line.hasLooseCredit else { return nil }
        for index in range where line.scalars[index] == "+" && index > range.lowerBound && index + 1 < range.upperBound
        {
            if line.scalars[index - 1] == " ", line.scalars[index + 1] != " ", line.group(at: index) == nil {
                return index
            }
        }
        return nil
    }

    /// Returns the range without a track number of two digits, the first of which is 0: "Artist - 05 Title".
    func unnumbered(_ range: Range<Int>) -> Range<Int> {
        let scalars = line.scalars
        guard range.count > 4, scalars[range.lowerBound] == "0", Letters.isDigit(scalars[range.lowerBound + 1]) else {
            return range
        }
        let next = scalars[range.lowerBound + 2]
        guard next == " " || next == "." || next == ")" else { return range }
        let rest = line.trimmed(range.lowerBound + 3..<range.upperBound)
        return line.words(in: rest).isEmpty ? range : rest
    }

    func quotation(at index: Int) -> Line.Group? { line.quotations.first { $0.outer.contains(index) } }

    /// Returns the bracketed credits in a range of the body.
    func bracketCredits(in range: Range<Int>) -> [Credit] {
        guard line.mayCredit else { return [] }
        return (line.groups + line.quotations).compactMap { group in
            guard range.contains(group.outer.lowerBound), group.role == .featuring || group.role == .producing else {
                return nil
            }
            let words = line.words(in: group.inner)
            guard let first = words.first else { return nil }
            var start = first.range.upperBound
            if first.meaning.isDisjoint(with: [.featuring, .producing, .along]) {
                start = first.range.lowerBound  // "+name"
            } else if let second = words.dropFirst().first, second.meaning.contains(.by) {
                start = second.range.upperBound
            }
            if start < group.inner.upperBound, line.scalars[start] == "." || line.scalars[start] == ":" { start += 1 }
            let names = line.trimmed(start..<group.inner.upperBound)
            return names.isEmpty ? nil : Credit(role: group.role, names: names)
        }
    }

    /// Returns the brackets within a range that do not belong to a name: square brackets, brackets with only digits, such as a year, and brackets
    /// with another role than `part`. A bracket around the whole range is not returned.
    func excludedFromName(_ range: Range<Int>) -> [Range<Int>] {
        line.groups.compactMap { group in
            guard group.outer.lowerBound >= range.lowerBound, group.outer.upperBound <= range.upperBound else {
                return nil
            }
            let isWhole = group.outer == range
            let isYear = line.scalars[group.inner].allSatisfy(Letters.isDigit)
            return !isWhole && (group.isSquare || group.role != .part || isYear) ? group.outer : nil
        }
    }

    /// Returns the ranges of the outermost brackets within a range, including the bracket characters.
    func brackets(in range: Range<Int>) -> [Range<Int>] {
        line.groups.compactMap { group in
            group.outer.lowerBound >= range.lowerBound && group.outer.upperBound <= range.upperBound ? group.outer : nil
        }
    }

    func nameKey(_ range: Range<Int>) -> String {
        let range = line.unquoted(range)
        return line.key(range, without: excludedFromName(range))
    }

    func name(_ range: Range<Int>) -> String {
        let range = line.unquoted(range)
        return line.text(range, without: excludedFromName(range))
    }

    /// Returns the key of a title without brackets and credits, or of the whole title if nothing else remains.
    func titleKey(_ range: Range<Int>) -> String {
        let range = line.unquoted(range)
        var excluded = brackets(in: range)
        let credits = uncredited(range).excluded
        if !credits.isEmpty { excluded += credits }
        let key = line.key(range, without: excluded)
        return key.isEmpty ? line.key(range) : key
    }

    /// Returns the key of a title with the brackets that distinguish titles of the same name; empty if the title has no such brackets.
    func fullTitleKey(_ range: Range<Int>) -> String {
        let range = line.unquoted(range)
        var hasPart = false
        var excluded: [Range<Int>] = []
        for group in line.groups
        where group.outer.lowerBound >= range.lowerBound && group.outer.upperBound <= range.upperBound {
            switch group.role {
            case .part, .version, .remix: hasPart = true
            default: excluded.append(group.outer)
            }
        }
        guard hasPart else { return "" }
        let credits = uncredited(range).excluded
        if !credits.isEmpty { excluded += credits }
        return line.key(range, without: excluded)
    }

    /// Returns whether a range only names a version: "Live at …", "Acoustic", "demo".
    func isVersionOnly(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.surelyVersion) else { return false }
        let words = line.openWords(in: range)
        guard let first = words.first, let last = words.last else { return false }
        if words.allSatisfy({ !$0.meaning.isDisjoint(with: [.version, .remix, .cover, .number, .filler, .manner]) }) {
            return words.contains { $0.meaning.contains(.surelyVersion) }
        }
        let isMade: WordMeaning = [.remix, .cover]
        if words.count <= 5, last.meaning.contains(.surelyVersion), !last.meaning.isDisjoint(with: isMade) {
            return true
        }
        return words.count > 1 && first.meaning.contains(.surelyVersion) && words[1].meaning.contains(.venue)
    }

    /// Returns whether a range is a single word that is common in titles: "Nightcore", "Podcast".
    func isWordOnly(_ range: Range<Int>) -> Bool {
        let words = line.openWords(in: range)
        return words.count == 1 && !words[0].meaning.isEmpty
    }

    /// Returns whether a range only names a section: "Interlude", "Intro 2".
    func isSectionOnly(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.section) else { return false }
        let words = line.openWords(in: range)
        guard !words.isEmpty, words.count <= 3 else { return false }
        return words.allSatisfy { !$0.meaning.isDisjoint(with: [.section, .number]) }
            && words.contains { $0.meaning.contains(.section) }
    }

    /// Returns whether a range is a tempo: "140bpm", "128 BPM".
    func isTempo(_ range: Range<Int>) -> Bool {
        guard let first = line.words(in: range).first, startsWithDigit(first) else { return false }
        let words = line.openWords(in: range)
        guard let last = words.last, words.count <= 2, startsWithDigit(words[0]) else { return false }
        return line.key(last.range).hasSuffix("bpm")
    }

    /// Returns whether a range before a dash is a numbered show and therefore not an artist: "Some Mix 350", "Radio Show #12", "Sessions Vol. 3".
    func isNumberedShow(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.number) else { return false }
        let words = line.openWords(in: range)
        guard words.count > 1, let last = words.last, startsWithDigit(last), !isYear(last) else { return false }
        if line.scalars[last.range.lowerBound - 1] == "#" { return true }
        var before = words.count - 2
        if before > 0, words[before].meaning.contains(.opus) { before -= 1 }
        return words[before].meaning.contains(.show)
    }

    /// Returns whether a range is a position in a series, with a number or a letter: "Lesson 5", "Side A".
    func isUnit(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.unit) else { return false }
        let words = line.openWords(in: range)
        guard let first = words.first, first.meaning.contains(.unit), words.count <= 2 else { return false }
        return words.count == 1 ? false : startsWithDigit(words[1]) || words[1].range.count == 1
    }

    /// Returns whether a range after a dash continues the title: "Part 1", "Pt. 2", "2 Hours".
    func isPart(_ range: Range<Int>) -> Bool {
        guard !line.meanings.isDisjoint(with: [.part, .duration]) else { return false }
        let words = line.openWords(in: range)
        guard words.count == 2 else { return false }
        return words[0].meaning.contains(.part) && (startsWithDigit(words[1]) || words[1].range.count <= 2)
            || startsWithDigit(words[0]) && words[1].meaning.contains(.duration)
    }

    /// Returns whether a range after a dash is part of the work before it: "Main Theme", "Medley", "Opening Theme".
    func isTheme(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.theme) else { return false }
        let words = line.openWords(in: range)
        return !words.isEmpty && words.count <= 3
            && words.allSatisfy { !$0.meaning.isDisjoint(with: [.theme, .work, .filler, .number]) }
            && (words.count > 1 || words[0].meaning.contains(.work) || line.key(words[0].range) == "medley")
    }

    func hasNumber(_ range: Range<Int>) -> Bool {
        line.openWords(in: range).contains { $0.meaning.contains(.number) }
    }

    /// Returns whether a range cannot be an artist's name: "Interlude", "Sonata No. 2", "Lesson 5".
    func isNoName(_ range: Range<Int>) -> Bool { isSectionOnly(range) || isWork(range) || isUnit(range) }

    /// Returns whether a range looks like a date: "3 March 2019", "12/06/2017", "Sunday 6.12.16".
    func isDate(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.number) else { return false }
        let words = line.openWords(in: range)
        return words.count >= 2 && words.count <= 5
            && words.filter { $0.meaning.contains(.number) || startsWithDigit($0) }.count >= 2
    }

    /// Returns whether a range has several words, the last of which means an event: "The Morning Show", "Planning meeting".
    func isEvent(_ range: Range<Int>) -> Bool {
        guard line.meanings.contains(.event) else { return false }
        let words = line.openWords(in: range)
        return words.count > 1 && (words.last?.meaning.contains(.event) ?? false)
    }

    /// Returns whether a range names a work without an artist: "String Quartet No. 2", "Partita in D minor, BWV 1004", "Some Game OST".
    func isWork(_ range: Range<Int>) -> Bool {
        guard !line.meanings.isDisjoint(with: [.opus, .mode, .work, .form]) else { return false }
        let words = line.openWords(in: range)
        if words.count > 1, words[words.count - 1].meaning.contains(.form) { return true }
        for (position, word) in words.enumerated() where position > 0 {
            if word.meaning.contains(.opus), position + 1 < words.count, startsWithDigit(words[position + 1]) {
                return true
            }
            if word.meaning.contains(.mode), position > 1,
                words[position - 1].range.count == 1 || isAccidental(words[position - 1])
            {
                return true
            }
            if word.meaning.contains(.work), position + 1 == words.count || startsWithDigit(words[position + 1]) {
                return true
            }
        }
        return false
    }

    private func isAccidental(_ word: Line.Word) -> Bool {
        let key = line.key(word.range)
        return key == "sharp" || key == "flat"
    }

    /// Returns whether a range names the account's own series: "Name 044", "Name mix #12", or "TN 44" with the account's initials.
    func isSeries(_ range: Range<Int>, of account: Account) -> Bool {
        guard account.key.utf8.count >= 2, line.meanings.contains(.number) else { return false }
        let words = line.openWords(in: range)
        guard words.count > 1, words.contains(where: { $0.meaning.contains(.number) && $0.range.count < 4 }) else {
            return false
        }
        let key = line.key(range)
        if key.hasPrefix(account.key), key.utf8.count > account.key.utf8.count, account.key.utf8.count > 2 {
            let rest = words.drop { account.key.hasPrefix(line.key(range.lowerBound..<$0.range.upperBound)) }
            return !rest.isEmpty
                && rest.allSatisfy {
                    !$0.meaning.isDisjoint(with: [.number, .show, .episode, .longForm, .opus, .filler])
                }
        }
        return words.count == 2 && account.initials.utf8.count > 1 && line.key(words[0].range) == account.initials
    }

    /// Returns whether a range names an episode: "Episode 14", "Ep147", "Show #12", "#1234", "Some Podcast"; in a long recording also "Radio 033".
    func isEpisode(_ range: Range<Int>, isLong: Bool) -> Bool {
        guard !line.meanings.isDisjoint(with: [.episode, .show, .longForm, .number]) else { return false }
        let words = line.openWords(in: range)
        if words.count == 1, words[0].meaning.contains(.number), line.scalars[range.lowerBound] == "#" { return true }
        for (position, word) in words.enumerated() {
            let next = position + 1 < words.count ? words[position + 1] : nil
            let nextIsNumber = next.map { startsWithDigit($0) } ?? false
            if word.meaning.contains(.episode) {
                if word.meaning.contains(.number) { return true }
                if nextIsNumber, !word.meaning.contains(.release) || isEpisodeNumber(next) { return true }
            }
            if isLong, word.meaning.contains(.show), nextIsNumber, !isYear(next) { return true }
            if startsWithDigit(word), word.range.lowerBound > 0, line.scalars[word.range.lowerBound - 1] == "#",
                position > 0, words[..<position].contains(where: { !$0.meaning.isDisjoint(with: [.show, .episode]) })
            {
                return true
            }
        }
        if let last = words.last, last.meaning.contains(.longForm), words.count > 1 { return true }
        return false
    }

    private func startsWithDigit(_ word: Line.Word) -> Bool { Letters.isDigit(line.scalars[word.range.lowerBound]) }

    private func isYear(_ word: Line.Word?) -> Bool {
        word.map { $0.meaning.contains(.number) && $0.range.count == 4 } ?? false
    }

    /// Returns whether the word is an episode number: "ep 2" and "EP 20" are episodes, "EP 2" is a record.
    private func isEpisodeNumber(_ word: Line.Word?) -> Bool {
        guard let word, let index = line.words.firstIndex(where: { $0.range == word.range }), index > 0 else {
            return false
        }
        let before = line.scalars[line.words[index - 1].range]
        return before.last == "p" || word.range.count > 1
    }
}
