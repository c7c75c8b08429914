extension Judgement {
    /// The performer and the original artist of a cover; each is `nil` if the title does not name the artist.
    struct Cover {
        var performer: Range<Int>?
        var original: Range<Int>?
    }

    /// The cover marked by "(cover)", "(Name cover)", "(cover of Name)", "(originally by Name)" or "cover by Name"; otherwise `nil`.
    var cover: Cover? {
        guard !reading.line.meanings.isDisjoint(with: [.cover, .original]) else { return nil }
        for group in reading.line.groups where group.role == .cover && group.outer.lowerBound >= reading.body.lowerBound
        {
            return cover(group.inner)
        }
        let words = reading.line.openWords(in: reading.body)
        guard let position = words.lastIndex(where: { $0.meaning.contains(.cover) }), position > 0 else { return nil }
        let isLast = position == words.count - 1
        guard isLast || !words[position + 1].meaning.isDisjoint(with: [.by, .of]) else { return nil }
        return cover(words[position].range.lowerBound..<reading.body.upperBound)
    }

    private func cover(_ range: Range<Int>) -> Cover {
        let words = Array(reading.line.words(in: range))
        guard let position = words.lastIndex(where: { !$0.meaning.isDisjoint(with: [.cover, .original, .by]) }) else {
            return Cover()
        }
        var cover = Cover()
        let last = words[position]
        let next = position + 1 < words.count ? words[position + 1] : nil
        let isOriginal = words.contains { $0.meaning.contains(.original) }
        if last.meaning.contains(.by) {
            let name = reading.line.trimmed(last.range.upperBound..<range.upperBound)
            if isOriginal { cover.original = name } else { cover.performer = name }
        } else if let next {
            let start = next.meaning.contains(.of) ? next.range.upperBound : last.range.upperBound
            let name = reading.line.trimmed(start..<range.upperBound)
            if isSelf(reading.nameKey(name)) { cover.performer = name } else { cover.original = name }
        } else if last.range.lowerBound > range.lowerBound {
            let name = reading.line.trimmed(range.lowerBound..<last.range.lowerBound)
            let kinds: WordMeaning = [.version, .filler, .wrapping, .remix, .manner]
            if !name.isEmpty, !reading.line.words(in: name).allSatisfy({ !$0.meaning.isDisjoint(with: kinds) }) {
                if isSelf(reading.nameKey(name)) { cover.performer = name } else { cover.original = name }
            }
        }
        if cover.performer?.isEmpty ?? false { cover.performer = nil }
        if cover.original?.isEmpty ?? false { cover.original = nil }
        return cover
    }

    /// Returns the name of a remixer (spec M5.7): before the word for a remix, or after "by". `nil` for "Original Mix" or "Club Edit".
    func remixer(_ range: Range<Int>) -> Range<Int>? {
        let words = Array(reading.line.words(in: range))
        guard let position = words.firstIndex(where: { $0.meaning.contains(.remix) }) else { return nil }
        if position + 2 < words.count, words[position + 1].meaning.contains(.by) {
            return reading.line.trimmed(words[position + 1].range.upperBound..<range.upperBound)
        }
        var end = position
        let kinds: WordMeaning = [.version, .remix, .wrapping, .filler, .number, .download]
        while end > 0, !words[end - 1].meaning.isDisjoint(with: kinds) { end -= 1 }
        guard end > 0 else { return nil }
        var name = reading.line.trimmed(range.lowerBound..<words[end].range.lowerBound)
        // "Name's Late Night Remix" is by Name.
        if name.count > 3, let mark = reading.line.scalars[name].lastIndex(where: { $0 == "'" || $0 == "’" }),
            mark + 1 < name.upperBound, reading.line.scalars[mark + 1] == "s" || reading.line.scalars[mark + 1] == "S",
            mark > name.lowerBound, mark + 2 == name.upperBound || reading.line.scalars[mark + 2] == " "
        {
            name = name.lowerBound..<mark
        }
        return name.isEmpty ? nil : name
    }
}
