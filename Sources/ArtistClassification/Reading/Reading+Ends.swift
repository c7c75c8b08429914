extension Reading {
    // MARK: - Before artist and title

    mutating func dropPrefix(_ accountDigits: String) {
        dropOrnaments()
        for _ in 0..<4 {
            let start = skippedMarks(from: body.lowerBound)
            guard start < body.upperBound else { return }
            body = start..<body.upperBound
            guard
                let next = endOfHashtag(at: start) ?? endOfTag(at: start) ?? endOfAnnouncement(at: start)
                    ?? endOfNumber(at: start, accountDigits),
                line.words(in: next..<body.upperBound).first != nil
            else { return }
            body = next..<body.upperBound
        }
    }

    /// Removes ornaments before a title with a separator. The first of these ornaments is also removed after the title: "★ Artist - Title ★".
    private mutating func dropOrnaments() {
        guard !body.isEmpty, Letters.isOrnament(line.scalars[body.lowerBound]), let word = line.words.first,
            word.range.lowerBound < body.upperBound,
            separators.contains(where: { $0.range.lowerBound >= word.range.upperBound && $0.kind != .unspacedDash })
        else { return }
        let mark = line.scalars[body.lowerBound]
        var (start, end) = (body.lowerBound, body.upperBound)
        while start < word.range.lowerBound, Letters.isOrnament(line.scalars[start]) || line.scalars[start] == " " {
            start += 1
        }
        while end > word.range.upperBound, line.scalars[end - 1] == mark || line.scalars[end - 1] == " " { end -= 1 }
        body = start..<end
    }

    private func skippedMarks(from start: Int) -> Int {
        var index = start
        while index < body.upperBound, Letters.isTrimmed(line.scalars[index]) { index += 1 }
        return index
    }

    /// Returns the end of the hashtag in "#throwback Artist - Title"; `nil` if no hashtag begins at `start`.
    private func endOfHashtag(at start: Int) -> Int? {
        guard line.scalars[start] == "#", let word = line.words(in: start..<body.upperBound).first,
            word.range.lowerBound == start + 1, !Letters.isDigit(line.scalars[word.range.lowerBound]),
            word.range.upperBound < body.upperBound, line.scalars[word.range.upperBound] == " ",
            let dash = separators.first(where: { $0.range.lowerBound > start && $0.kind.isDash }),
            line.trimmed(word.range.upperBound..<dash.range.lowerBound).isEmpty == false
        else { return nil }
        return word.range.upperBound
    }

    /// Returns the end of a tag, as in "[MV] …" and "[Genre] Artist - Title"; `nil` if no tag begins at `start`.
    private func endOfTag(at start: Int) -> Int? {
        guard let group = line.groups.first(where: { $0.outer.lowerBound == start }) else { return nil }
        let rest = group.outer.upperBound
        if group.role == .wrapping || group.role == .handle { return rest }
        let words = line.words(in: group.inner)
        let isNumber = words.count == 1 && words[words.startIndex].meaning.contains(.number)
        let isTag =
            (group.isSquare || isNumber)
            && separators.contains { $0.range.lowerBound > rest + 1 && $0.kind != .unspacedDash }
        return isTag || isAnnouncement(line.words(in: group.inner)) ? rest : nil
    }

    /// Returns whether the words announce an upload, as in "Premiere". In a tag before an artist and a title, "Video" alone counts too.
    private func isAnnouncement(_ words: ArraySlice<Line.Word>, isTag: Bool = false) -> Bool {
        guard let last = words.last, words.count <= 6 else { return false }
        if last.meaning.contains(.surelyAnnouncement) { return true }
        if isTag, words.count > 2, last.meaning.contains(.period), words.contains(where: { $0.meaning.contains(.of) }) {
            return true
        }
        let tags: WordMeaning = [.announcement, .wrapping, .surelyWrapping, .download]
        if isTag, words.allSatisfy({ !$0.meaning.isDisjoint(with: tags) }) { return true }
        return words.contains { !$0.meaning.isDisjoint(with: [.announcement, .surelyAnnouncement]) }
            && words.allSatisfy {
                !$0.meaning.isDisjoint(with: [
                    .announcement, .surelyAnnouncement, .wrapping, .download, .filler, .number,
                ])
            }
    }

    /// Returns whether the words describe a video and not an artist: "Lyrics - …", "Official Video - …". More than four words do not. "Audio" alone
    /// may be a name.
    func isVideoWords(_ words: ArraySlice<Line.Word>) -> Bool {
        guard let first = words.first, words.count <= 4 else { return false }
        if words.count == 1 { return first.meaning.contains(.lyrics) }
        let kinds: WordMeaning = [.wrapping, .surelyWrapping, .announcement, .lyrics]
        return words.allSatisfy { !$0.meaning.isDisjoint(with: kinds) }
            && words.contains { !$0.meaning.isDisjoint(with: [.surelyWrapping, .lyrics]) }
    }

    /// Returns the end of an announcement, as in "PREMIERE: …", "Some Blog Premiere …" and "Exclusive - A - B"; otherwise `nil`.
    private mutating func endOfAnnouncement(at start: Int) -> Int? {
        let first = separators.first { $0.range.lowerBound >= start }
        if let first, first.kind != .unspacedDash {
            let words = line.words(in: start..<first.range.lowerBound)
            let needsAnother = first.kind == .dash || first.kind == .halfDash
            let hasAnother = separators.contains {
                $0.range.lowerBound > first.range.lowerBound && ($0.kind == .dash || $0.kind == .halfDash)
            }
            if isAnnouncement(words, isTag: hasAnother && !needsAnother), !needsAnother || hasAnother {
                isAnnounced = true
                return first.range.upperBound
            }
            if isVideoWords(words), !startsWithPart(first.range.upperBound) { return first.range.upperBound }
        }
        let words = line.words(in: start..<body.upperBound)
        if let end = endOfExclamation(words, start) { return end }
        // "PREMIERE: …"
        if let word = words.first, word.meaning.contains(.surelyAnnouncement), word.range.lowerBound == start,
            words.count > 1, word.range.upperBound < body.upperBound, line.scalars[word.range.upperBound] == ":"
        {
            isAnnounced = true
            return word.range.upperBound + 1
        }
        // "PREMIERE Artist - Title": a word in capitals or with a mark after it, followed by an artist.
        if let word = words.first, word.meaning.contains(.surelyAnnouncement), word.range.lowerBound == start,
            separators.contains(where: { $0.kind == .dash && $0.range.lowerBound > word.range.upperBound + 1 }),
            line.scalars[word.range].allSatisfy({ $0.value < 0x61 || $0.value > 0x7A })
                || word.range.upperBound < body.upperBound
                    && line.scalars[word.range.upperBound] != " "
        {
            isAnnounced = true
            return word.range.upperBound
        }
        return nil
    }

    /// Returns the end of an announcement set off by a mark, as in "OUT NOW! Artist - Title" and "🔥 PREMIERE 🔥 Artist - Title"; otherwise `nil`.
    private mutating func endOfExclamation(_ words: ArraySlice<Line.Word>, _ start: Int) -> Int? {
        guard let first = words.first,
            !first.meaning.isDisjoint(with: [.announcement, .surelyAnnouncement, .download]),
            line.scalars[start..<first.range.lowerBound].allSatisfy({ Letters.isOrnament($0) || isDecorative($0) })
        else { return nil }
        let announcing: WordMeaning = [.announcement, .surelyAnnouncement, .download]
        let run = words.prefix {
            !$0.meaning.isDisjoint(with: announcing.union([.release, .wrapping, .surelyWrapping]))
        }
        guard let last = run.last, run.endIndex < words.endIndex else { return nil }
        let next = words[run.endIndex]
        let marks = line.scalars[last.range.upperBound..<next.range.lowerBound]
        guard marks.contains(where: { Letters.isOrnament($0) || $0 == "!" || $0 == "*" }),
            marks.allSatisfy({ Letters.isOrnament($0) || isDecorative($0) }),
            separators.contains(where: { $0.range.lowerBound > next.range.lowerBound && $0.kind != .unspacedDash })
        else { return nil }
        isAnnounced = true
        return next.range.lowerBound
    }

    private func isDecorative(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "!" || scalar == "*" || scalar == " " || scalar == "|" || scalar == ":" || scalar == "\u{200D}"
    }

    /// Returns the end of a track number ("03. ", "07 - ", "A1."); `nil` if no track number begins at `start`. Digits with which the account's name
    /// begins are a name.
    private mutating func endOfNumber(at start: Int, _ accountDigits: String) -> Int? {
        let scalars = line.scalars
        func scalar(_ index: Int) -> Unicode.Scalar { index < body.upperBound ? scalars[index] : " " }
        var digitStart = start
        let isSide = scalar(start).value >= 0x41 && scalar(start).value <= 0x48
        if isSide { digitStart += 1 }
        var end = digitStart
        while end < body.upperBound, Letters.isDigit(scalars[end]) { end += 1 }
        let digits = end - digitStart
        guard digits > 0, digits <= (isSide ? 1 : 4), end < body.upperBound else { return nil }
        if !isSide, !accountDigits.isEmpty, line.key(digitStart..<end) == accountDigits { return nil }
        let hasZero = scalar(digitStart) == "0" && digits > 1
        let next = scalar(end)
        let dash = separators.first { $0.range.lowerBound >= end }
        let isBeforeDash = dash.map { line.trimmed(end..<$0.range.lowerBound).isEmpty && $0.kind != .colon } ?? false
        let hasLaterDash = separators.contains {
            $0.range.lowerBound > (dash?.range.lowerBound ?? end) && $0.kind == .dash
        }
        var afterNumber: Int?
        if digits == 4 {
            // "1991 - Artist - Title"
            let isYear =
                scalar(digitStart) == "1" && scalar(digitStart + 1) == "9"
                || scalar(digitStart) == "2" && scalar(digitStart + 1) == "0"
            if isYear, isBeforeDash, hasLaterDash, let dash, dash.kind == .dash { afterNumber = dash.range.upperBound }
        } else if next == "." || next == ")" {
            let follows = scalar(end + 1)
            if !Letters.isDigit(follows), follows != ".", digits < 3 || hasZero { afterNumber = end + 1 }
        } else if isBeforeDash, let dash {
            if hasZero || hasLaterDash && digits < 3 { afterNumber = dash.range.upperBound }
        } else if next == " ", hasZero, digits == 2 {
            afterNumber = end + 1
        }
        if afterNumber != nil { startOfNumber = start }
        return afterNumber
    }

    // MARK: - After artist and title

    mutating func dropSuffix() {
        for _ in 0..<6 {
            let before = body
            dropMarksAndBrackets()
            dropHashtags()
            dropSetOff()
            dropNote()
            dropWrappingSegment()
            dropWrappingWords()
            if body == before { return }
        }
    }

    private mutating func dropMarksAndBrackets() {
        var end = body.upperBound
        while end > body.lowerBound, Letters.isTrimmed(line.scalars[end - 1]) { end -= 1 }
        if let group = line.groups.last(where: { $0.outer.upperBound == end }),
            group.isLeftOut, group.outer.lowerBound > body.lowerBound
        {
            end = group.outer.lowerBound
        }
        if end > body.lowerBound { body = body.lowerBound..<end }
    }

    /// Removes the last hashtag of "Title #house #classic", if a title remains. "#2019" is a hashtag, "#2" part of the title.
    private mutating func dropHashtags() {
        guard line.meanings.contains(.hashtag) else { return }
        let words = line.openWords(in: body)
        guard let last = words.last, words.count > 1, last.range.lowerBound > body.lowerBound,
            line.scalars[last.range.lowerBound - 1] == "#",
            !Letters.isDigit(line.scalars[last.range.lowerBound]) || last.range.count == 4,
            last.range.upperBound == body.upperBound
        else { return }
        let end = line.trimmed(body.lowerBound..<last.range.lowerBound - 1).upperBound
        let separator = separators.last { $0.range.upperBound <= body.upperBound && $0.kind != .unspacedDash }
        let floor = max(body.lowerBound, separator?.range.upperBound ?? 0)
        if end > floor, line.words(in: floor..<end).first != nil { body = body.lowerBound..<end }
    }

    /// Removes a note that a mark sets off from the title: "… *OUT NOW*", "… 🔥 CLICK BUY FOR FREE DL 🔥".
    private mutating func dropSetOff() {
        guard !line.meanings.isDisjoint(with: [.wrapping, .surelyWrapping, .download]) else { return }
        var end = body.upperBound
        while end > body.lowerBound, isSettingOff(line.scalars[end - 1]) { end -= 1 }
        var start = end
        while start > body.lowerBound, !isSettingOff(line.scalars[start - 1]) || line.scalars[start - 1] == " " {
            start -= 1
        }
        guard start > body.lowerBound, start < end, line.group(at: start) == nil else { return }
        let words = line.words(in: start..<end)
        let tolerated: WordMeaning = [.wrapping, .surelyWrapping, .download, .announcement, .filler, .number]
        guard !words.isEmpty, words.allSatisfy({ !$0.meaning.isDisjoint(with: tolerated) }),
            words.contains(where: { !$0.meaning.isDisjoint(with: [.download, .surelyWrapping]) })
                || words.count > 1 && words.contains(where: { $0.meaning.contains(.wrapping) }),
            let last = line.words(in: body.lowerBound..<start - 1).last,
            !separators.contains(where: { $0.range.lowerBound >= last.range.upperBound && $0.range.upperBound <= start }
            )
        else { return }
        body = body.lowerBound..<line.trimmed(body.lowerBound..<start - 1).upperBound
    }

    private func isSettingOff(_ scalar: Unicode.Scalar) -> Bool {
        Letters.isOrnament(scalar) || scalar == "*" || scalar == "!" || scalar == " " || scalar == "\u{200D}"
    }

    /// Removes notes such as "video in description" and "link in bio".
    private mutating func dropNote() {
        guard line.meanings.contains(.place) else { return }
        let words = line.openWords(in: body)
        guard words.count > 3, words[words.count - 1].meaning.contains(.place) else { return }
        var count = 1
        while count < 4, words[words.count - count - 1].meaning.contains(.filler) { count += 1 }
        guard count > 1, words.count > count + 1, line.scalars[words[words.count - count].range].count == 2 || count > 2
        else { return }
        body = body.lowerBound..<words[words.count - count - 1].range.lowerBound
    }

    private mutating func dropWrappingSegment() {
        guard !line.meanings.isDisjoint(with: .allWrapping) else { return }
        guard let last = separators.last(where: { $0.range.upperBound <= body.upperBound && $0.kind != .unspacedDash }),
            last.range.lowerBound > body.lowerBound,
            !startsWithPart(last.range.upperBound)
        else { return }
        let words = line.openWords(in: last.range.upperBound..<body.upperBound)
        let wrapping: WordMeaning = [.wrapping, .surelyWrapping, .download, .filler, .number]
        guard !words.isEmpty, words.allSatisfy({ !$0.meaning.isDisjoint(with: wrapping) }),
            words.contains(where: { $0.meaning.contains(.surelyWrapping) })
                || words.count > 1 && words.contains(where: { !$0.meaning.isDisjoint(with: [.wrapping, .download]) })
                    && words.contains(where: { !$0.meaning.contains(.weak) && !$0.meaning.contains(.number) })
        else { return }
        body = body.lowerBound..<last.range.lowerBound
    }

    /// Returns whether the first text of the body from `start` on is a bracket or quotation that is part of the title: "Artist -【Title】MV".
    private func startsWithPart(_ start: Int) -> Bool {
        let start = line.trimmed(start..<body.upperBound).lowerBound
        func begins(_ group: Line.Group) -> Bool { group.outer.lowerBound == start && group.role == .part }
        return line.groups.contains(where: begins) || line.quotations.contains(where: begins)
    }

    private mutating func dropWrappingWords() {
        guard !line.meanings.isDisjoint(with: .allWrapping) else { return }
        var floor = body.lowerBound
        if let last = separators.last(where: { $0.range.upperBound <= body.upperBound && $0.kind != .unspacedDash }) {
            floor = max(floor, last.range.upperBound)
        }
        let words = line.openWords(in: floor..<body.upperBound)
        guard let last = words.last, last.range.upperBound == body.upperBound || isMark(body.upperBound - 1) else {
            return
        }
        var (run, all, strong) = (0, WordMeaning(), false)
        var pending = 0
        for word in words.reversed() {
            if !word.meaning.isDisjoint(with: [.wrapping, .surelyWrapping, .download]) {
                run += pending + 1
                pending = 0
                all.formUnion(word.meaning)
                if !word.meaning.contains(.weak) { strong = true }
            } else if run > 0, !word.meaning.isDisjoint(with: [.number, .filler]), pending == 0,
                all.contains(.surelyWrapping)
            {
                pending += 1
            } else {
                break
            }
        }
        // "Love Song Lyrics", "Stressed Out Lyrics": a single weak word before "lyrics" belongs to the title.
        if run > 1, words[words.count - run].meaning.contains(.weak),
            words[words.count - run + 1].meaning.contains(.lyrics)
        {
            run -= 1
        }
        guard run > 0, run < words.count || startsWithPart(floor),
            all.contains(.surelyWrapping) || run > 1 && strong || isFree(words.suffix(run))
        else { return }
        // "… w/ lyrics", "… with lyrics"
        if all.contains(.surelyWrapping), run + 1 < words.count,
            !words[words.count - run - 1].meaning.isDisjoint(with: [.along, .featuring])
        {
            run += 1
        }
        // The preceding word outside brackets is kept, together with the brackets after it.
        var end = words[words.count - run].range.lowerBound
        if let quotation = line.quotations.last(where: { $0.outer.contains(end) }) { end = quotation.outer.upperBound }
        if end < body.upperBound, end > floor { body = body.lowerBound..<end }
    }

    private func isFree(_ words: Slice<Line.WordCollection>) -> Bool {
        words.count > 1 && words.last?.meaning.contains(.download) ?? false
    }

    private func isMark(_ index: Int) -> Bool {
        index >= 0 && index < line.scalars.count && !Letters.isWord(line.scalars[index])
    }
}
