extension Judgement {
    /// Returns the filing of the reading with the highest score, or a filing without an artist and with the confidence 0 if no reading is plausible.
    func filing() -> Filing {
        let claims = self.claims()
        var heaviest = 0
        for index in claims.indices where claims[index].score > claims[heaviest].score { heaviest = index }
        guard !claims.isEmpty, claims[heaviest].score > -3 || !accountKey.isEmpty else { return filingWithoutArtist() }
        var best = claims[heaviest]
        // Of several readings with the same artist, the reading that also separates the title determines the range of the title.
        if best.title == reading.body {
            var same: Int?
            for index in claims.indices
            where claims[index].score > -2 && !clues.isEpisode && claims[index].title != reading.body
                && isSame(claims[index].key, best.key)
            {
                if same.map({ claims[index].score > claims[$0].score }) ?? true { same = index }
            }
            if let other = same.map({ claims[$0] }) {
                let (score, kind) = (best.score, best.kind)
                best = other
                best.score = max(score, other.score)
                if kind == .metadata, !best.reasons.contains(.metadataSeconds) { best.reasons.append(.metadataSeconds) }
            }
        }
        var runnerUp: Claim.Weight?
        for index in claims.indices
        where runnerUp.map({ claims[index].score > $0.score }) ?? true && !isSame(claims[index].key, best.key) {
            runnerUp = claims[index].weight
        }
        return filing(best, runnerUp: runnerUp)
    }

    private func isSame(_ key: String, _ other: String) -> Bool {
        isSameKey(key, other) || isSameKey(artist(key), artist(other))
    }

    private func filingWithoutArtist() -> Filing {
        let (title, credited, core, version) = texts(reading.body)
        if clues.isEpisode, clues.sides != nil, !clues.isLeftEpisode {
            return Filing(
                id: upload.id, credits: [], title: title, creditedTitle: credited, coreTitle: core, version: version,
                album: album(nil), label: label(nil), suggestedShelf: location, confidence: 0,
                reasons: [Reason(.nobody)])
        }
        return Filing(
            id: upload.id, credits: guests(reading.body, main: []), title: title, creditedTitle: credited,
            coreTitle: core, version: version, album: album(nil), label: label(nil), suggestedShelf: location,
            confidence: 0, reasons: [Reason(.nobody)])
    }

    private func filing(_ claim: Claim, runnerUp: Claim.Weight?) -> Filing {
        var divided: Reason?
        var main = mainCredits(claim, &divided)
        let subject = main.count == 1 ? main[0].name : main.map(\.name).joined(separator: ", ")
        var reasons: [Reason] = []
        reasons.reserveCapacity(4)
        reasons.append(Reason(claim.kind, subject))
        if let divided { reasons.append(divided) }
        for kind in claim.reasons { reasons.append(Reason(kind, subject)) }
        if claim.kind == .account, main.isEmpty == false, claim.score < 2, !claim.reasons.contains(.ownAccount) {
            reasons.append(Reason(.accountUnknown))
        }
        let (title, credited, core, version) = texts(claim.title)
        let credits = guests(claim.title, main: main, also: claim.credits)
        if claim.kind != .cover, let original = cover?.original, main.first?.key != reading.nameKey(original) {
            main += [credit(.original, .range(original))]
            reasons.append(Reason(.cover))
        } else if let original = claim.original {
            main += [credit(.original, .range(original))]
        }
        if claim.kind != .account, credits.contains(where: { $0.role == .remixer && isSelf($0.key) }) {
            reasons.append(Reason(.remix))
        }
        if isCorrected(main.first?.key ?? "") { reasons.append(Reason(.taughtName, subject)) }
        return Filing(
            id: upload.id, credits: credits.isEmpty ? main : main + credits, title: title,
            creditedTitle: credited, coreTitle: core, version: version, album: album(claim),
            label: label(main.first), suggestedShelf: location,
            confidence: Certainty.confidence(certainty(of: claim, against: runnerUp)), reasons: reasons)
    }

    // MARK: - Credits

    private func credit(
        _ role: ArtistCredit.Role, _ name: Claim.Name, key known: String? = nil, join: String = ""
    ) -> ArtistCredit {
        func written() -> String {
            switch name {
            case .range(let range): reading.name(range)
            case .text(let name): name
            }
        }
        func writtenKey() -> String {
            switch name {
            case .range(let range): reading.nameKey(range)
            case .text(let name): ArtistName.key(name)
            }
        }
        let key = artist(known ?? writtenKey())
        return ArtistCredit(role: role, name: spelling(of: key) ?? written(), key: key, joinPhrase: join)
    }

    /// Returns the main artists of a claim. Sets `reason` if the name is divided, or kept although it looks like a list.
    private func mainCredits(_ claim: Claim, _ reason: inout Reason?) -> [ArtistCredit] {
        if claim.kind == .account, !clues.account.isList, clues.metadata == nil, !hasSplits {
            return [credit(.main, claim.name, key: claim.key)]
        }
        let key = claim.key
        if let parts = split(key) {
            reason = Reason(.divided, parts.joined(separator: ", "))
            return parts.enumerated().map { credit(.main, .text($0.element), join: joinPhrase($0.offset, parts.count)) }
        }
        if let field = clues.metadata, claim.kind != .metadata, let united = united(field, key) {
            reason = Reason(.divided, united.map(\.name).joined(separator: ", "))
            return united
        }
        switch claim.name {
        case .range(let name):
            if let credits = divided(line, line.unquoted(name), key, &reason) { return credits }
        case .text(let name):
            let line = Line(name, isTitle: false)
            if let credits = divided(line, line.trimmed(line.whole), key, &reason) { return credits }
        }
        return [credit(.main, claim.name, key: claim.key)]
    }

    /// Returns the separate artists of a name; `nil` if the name is not a list or stands for one artist.
    private func divided(
        _ line: borrowing Line, _ range: Range<Int>, _ key: String, _ reason: inout Reason?
    ) -> [ArtistCredit]? {
        let list = NameList(line, range)
        guard list.parts.count > 1, !isKept(key) else { return nil }
        guard isDivided(list, line, key) else {
            reason = Reason(.joined, line.text(range))
            return nil
        }
        var credits: [ArtistCredit] = []
        for (position, part) in list.parts.enumerated() {
            let join = position == 0 ? "" : list.joins[position - 1]
            credits.append(credit(.main, .text(line.text(part)), join: join))
        }
        reason = Reason(.divided, credits.map(\.name).joined(separator: ", "))
        return credits
    }

    private func joinPhrase(_ position: Int, _ count: Int) -> String {
        position == 0 ? "" : position == count - 1 ? " & " : ", "
    }

    /// Returns the separate artists of the field if the title lists the same artists ("AxB" and "A, B"); otherwise `nil`.
    private func united(_ field: Metadata, _ key: String) -> [ArtistCredit]? {
        let list = NameList(field.line, field.line.trimmed(field.line.whole))
        guard list.parts.count > 1, field.key != key || list.isList else { return nil }
        var rest = Substring(key)
        for part in list.parts {
            guard let found = rest.firstRange(of: field.line.key(part)) else { return nil }
            rest = rest[found.upperBound...]
        }
        guard list.isList || list.parts.contains(where: { evidenceCount(field.line.key($0)) > 0 }) else { return nil }
        return list.parts.enumerated().map { position, part in
            credit(.main, .text(field.line.text(part)), join: joinPhrase(position, list.parts.count))
        }
    }

    /// Returns whether the names of a list are separate artists. Some signs are sufficient, as in "A vs B"; otherwise the evidence decides.
    private func isDivided(_ list: NameList, _ line: borrowing Line, _ key: String) -> Bool {
        if list.isCertain { return true }
        if evidenceCount(key) > 0, evidence.names[key].map({ $0.uploads > 0 }) ?? false { return false }
        if isSelf(key) { return false }
        if let field = clues.metadata, field.key == key, !list.isList { return false }
        var known = 0
        for part in list.parts {
            let partKey = line.key(part)
            if isSelf(partKey) { return true }
            if let field = clues.metadata, field.key == partKey { return true }
            if evidenceCount(partKey) > 0 { known += 1 }
        }
        return known == list.parts.count || list.parts.count > 2 && known * 2 > list.parts.count
    }

    /// Returns the guests and producers, those outside brackets first, and then the remixers. Omits guests who are main artists.
    private func guests(_ title: Range<Int>, main: [ArtistCredit], also: [Reading.Credit] = []) -> [ArtistCredit] {
        var credits: [ArtistCredit] = []
        func add(_ role: ArtistCredit.Role, _ names: Range<Int>) {
            let list = NameList(reading.line, names)
            let isDivided =
                list.parts.count > 1 && (list.isList || self.isDivided(list, reading.line, reading.line.key(names)))
            for (position, part) in (isDivided ? list.parts : [names]).enumerated() {
                var credit = credit(role, .range(part))
                guard !credit.name.isEmpty, !credit.key.isEmpty,
                    !main.contains(where: { $0.key == credit.key && role == .featured }),
                    !credits.contains(where: { $0.key == credit.key && $0.role == role })
                else { continue }
                credit.joinPhrase = position > 0 ? list.joins[position - 1] : role == .featured ? " feat. " : ""
                credits.append(credit)
            }
        }
        if line.mayCredit || !also.isEmpty {
            let open = reading.uncredited(title).credits
            for found in also + open + reading.bracketCredits(in: reading.body) {
                add(found.role == .producing ? .producer : .featured, found.names)
            }
        }
        for group in reading.line.groups where group.role == .remix {
            if let name = remixer(group.inner) { add(.remixer, name) }
        }
        return credits
    }

    // MARK: - Title

    private func texts(
        _ range: Range<Int>
    ) -> (title: String, credited: String, core: String, version: String?) {
        let range = quotedTitle(range)
        let credits =
            line.mayCredit
            ? (line.groups + line.quotations).filter { $0.role == .featuring || $0.role == .producing }.map(\.outer)
            : []
        let open = reading.uncredited(range).excluded
        var left = reading.wrapping.filter { $0.lowerBound >= range.lowerBound }
        if !open.isEmpty { left += open }
        let credited = credits.isEmpty ? nil : line.text(range, without: left)
        if !credits.isEmpty { left += credits }
        var title = line.text(range, without: left)
        if title.isEmpty { title = line.text(range) }
        let brackets = reading.brackets(in: range)
        let core = brackets.isEmpty ? title : line.text(range, without: brackets + left)
        return (
            title, credited.flatMap { $0.isEmpty ? nil : $0 } ?? title, core.isEmpty ? title : core, version(range)
        )
    }

    /// Returns the version named in a bracket or after the last dash of the title, or `nil` if the title names no version.
    private func version(_ title: Range<Int>) -> String? {
        let version = line.groups.first {
            ($0.role == .remix || $0.role == .version) && $0.outer.lowerBound >= reading.body.lowerBound
        }
        if let version { return line.text(line.trimmed(version.inner)) }
        if let last = reading.separators.last, last.range.lowerBound > title.lowerBound,
            last.kind == .dash || last.kind == .halfDash, last.range.upperBound < title.upperBound,
            reading.isVersionOnly(last.range.upperBound..<title.upperBound)
        {
            return line.text(line.trimmed(last.range.upperBound..<title.upperBound))
        }
        return nil
    }

    /// Returns the title in the range: without an album and track number before the title, text after a bar, enclosing quotation marks, and
    /// packaging words after a quotation.
    private func quotedTitle(_ range: Range<Int>) -> Range<Int> {
        var range = line.trimmed(range)
        // "Artist - Title | Some Show": the text after a bar is about the recording.
        if range.lowerBound > reading.body.lowerBound,
            let bar = reading.separators.first(where: { isBar($0) && $0.range.lowerBound > range.lowerBound }),
            bar.range.upperBound < range.upperBound
        {
            range = line.trimmed(range.lowerBound..<bar.range.lowerBound)
        }
        if let number = numberedPart(range) { range = line.trimmed(number.title) }
        let unquoted = line.unquoted(range)
        if unquoted != range { return unquoted }
        if let quotation = line.quotations.first(where: { $0.outer.lowerBound == range.lowerBound }),
            !quotation.inner.isEmpty, quotation.outer.upperBound < range.upperBound
        {
            let rest = line.openWords(in: quotation.outer.upperBound..<range.upperBound)
            let known: WordMeaning = [.wrapping, .surelyWrapping, .performance, .number]
            if rest.allSatisfy({ !$0.meaning.isDisjoint(with: known) }), quotation.inner.count > 1,
                !reading.line.groups.contains(where: {
                    $0.outer.lowerBound >= quotation.outer.upperBound && $0.role != .wrapping
                })
            {
                return line.trimmed(quotation.inner)
            }
        }
        return range
    }

    /// Returns whether the separator is a bar. Ornaments do not count, nor does the single slash in "One / Other", which separates two titles.
    private func isBar(_ separator: Reading.Separator) -> Bool {
        let mark = reading.line.scalars[separator.range.lowerBound]
        return separator.kind == .bar && (separator.range.count > 1 || mark != "/" && mark != "／")
            && !Letters.isOrnament(mark)
    }

    /// Splits "Album - 03 - Title". Returns `nil` for other forms.
    private func numberedPart(_ range: Range<Int>) -> (album: Range<Int>, title: Range<Int>)? {
        guard reading.separators.count > 1 else { return nil }
        let dashes = reading.separators.filter {
            $0.kind == .dash && $0.range.lowerBound > range.lowerBound && $0.range.upperBound < range.upperBound
        }
        guard dashes.count >= 2 else { return nil }
        for (first, second) in zip(dashes, dashes.dropFirst()) {
            let number = reading.line.trimmed(first.range.upperBound..<second.range.lowerBound)
            if number.count <= 3, !number.isEmpty, reading.line.scalars[number].allSatisfy(Letters.isDigit) {
                return (range.lowerBound..<first.range.lowerBound, second.range.upperBound..<range.upperBound)
            }
        }
        return nil
    }

    // MARK: - Release

    private func album(_ claim: Claim?) -> String? {
        if let album = upload.albumTitle.flatMap(Judgement.filled) { return album }
        if let claim, let part = numberedPart(reading.line.trimmed(claim.title)) {
            return Judgement.filled(reading.line.text(part.album))
        }
        for group in reading.line.groups where group.role == .release {
            var words = reading.line.words(in: group.inner)
            let connecting: WordMeaning = [.from, .filler, .release, .wrapping]
            while let first = words.first, !first.meaning.isDisjoint(with: connecting) { words = words.dropFirst() }
            while let last = words.last, last.meaning.contains(.release) { words = words.dropLast() }
            guard let first = words.first, let last = words.last else { continue }
            return Judgement.filled(reading.line.text(first.range.lowerBound..<last.range.upperBound))
        }
        // The field that an uploader fills in is less reliable than a title that names the album.
        let artists = [upload.uploader, upload.metadataArtist ?? ""]
        return upload.release.flatMap { ReleaseTitle.name($0, of: artists) } ?? setAlbum(claim, artists)
    }

    /// Returns the name of the album from the title of the upload's set; `nil` for an episode or a long recording, and for a set named after an
    /// artist.
    private func setAlbum(_ claim: Claim?, _ artists: [String]) -> String? {
        guard !clues.isEpisode, !clues.isLong, let title = upload.setTitle,
            let name = ReleaseTitle.name(title, of: artists)
        else { return nil }
        let key = ArtistName.key(name)
        let names = artists.map(ArtistName.key) + (claim.map { [$0.key, artist($0.key)] } ?? [])
        return names.contains(key) ? nil : name
    }

    private func label(_ artist: ArtistCredit?) -> String? {
        if let label = upload.labelName.flatMap(Judgement.filled) { return label }
        if let line = upload.publicationLine, let label = Judgement.publisher(line) { return label }
        for group in reading.line.groups where group.role == .label {
            let text = reading.line.text(reading.line.trimmed(group.inner))
            if reading.line.words(in: group.inner).contains(where: { $0.meaning.contains(.surelyLabel) })
                || evidence.labels[ArtistName.key(text)] > 0
            {
                return text
            }
        }
        guard clues.account.isLabel, let artist, !isSelf(artist.key), known.profile.owner != artist.key else {
            return nil
        }
        return clues.account.name
    }

    /// Returns the name in "℗ 2019 Name", or `nil` if the line contains no name.
    static func publisher(_ line: String) -> String? {
        var rest = Substring(line).drop { !$0.isLetter && !$0.isNumber }
        if rest.hasPrefix("P)") || rest.hasPrefix("C)") { rest = rest.dropFirst(2) }
        rest = rest.drop { $0.isNumber || $0 == " " || $0 == "℗" || $0 == "©" || $0 == "," || $0 == "-" }
        return filled(String(rest))
    }

    private static func filled(_ text: String) -> String? {
        let trimmed = Line.normalised(text)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The suggested location: podcasts for an episode or a recording of at least twenty minutes.
    private var location: Filing.Location {
        clues.isLong || clues.isEpisode ? .podcasts : .songs
    }
}
