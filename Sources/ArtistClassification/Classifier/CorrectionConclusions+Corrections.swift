extension CorrectionConclusions {
    /// Derives the conclusions. `knowledge` contains the corrections themselves, but no conclusions from them.
    ///
    /// If corrections of an account's uploads name different artists, no artist is concluded for the account.
    init(_ given: ListenerCorrections, _ knowledge: Knowledge) {
        self.init()
        var contested: Set<String> = []
        for (upload, artists) in CorrectionConclusions.corrections(given) {
            guard let artist = artists.first, !ArtistName.key(artist).isEmpty else { continue }
            for name in artists { names.insert(knowledge.identities.artist(ArtistName.key(name))) }
            let known = knowledge.accounts[Evidence.accountID(upload)]
            let clues = Clues(upload, account: known?.tally.account ?? Account(upload.uploader))
            let concluded = Judgement(clues, upload, known, knowledge).filing()
            for title in [ArtistName.key(concluded.coreTitle), clues.titleKey] where !title.isEmpty {
                titles[title] = artist
            }
            let key = ArtistName.key(artist)
            let was = concluded.mainArtists.map(\.key)
            let isMarkless = [.account, .sameTitle, .accountOwner, .nobody].contains(concluded.reasons.first?.kind)
            if isMarkless, artists.count == 1, !clues.account.key.isEmpty {
                let account = clues.account.key
                if let other = accounts[account], ArtistName.key(other) != key { contested.insert(account) }
                accounts[account] = artist
            } else if artists.count > 1, was.count == 1, CorrectionConclusions.isMade(was[0], of: artists) {
                corrections.append(.split(name: concluded.mainArtists[0].name, into: artists))
            } else if artists.count == 1, was.count > 1,
                CorrectionConclusions.isMade(key, of: concluded.mainArtists.map(\.name))
            {
                corrections.append(.keep(name: artist))
            } else if artists.count == 1, was.count == 1, was[0] != key || concluded.mainArtists[0].name != artist,
                CorrectionConclusions.isAlike(was[0], key)
            {
                corrections.append(.merge(name: concluded.mainArtists[0].name, into: artist))
            }
        }
        // Two corrections that disagree show that the account is a collector.
        for account in contested { accounts[account] = nil }
    }

    /// Returns the last correction of each upload's artist, in the order of the corrections.
    private static func corrections(_ given: ListenerCorrections) -> [(Upload, [String])] {
        var last: [String: Int] = [:]
        for (index, correction) in given.corrections.enumerated() {
            if case .file(let upload, .some, _, _, _) = correction { last[upload.id] = index }
        }
        return given.corrections.enumerated().compactMap { index, correction in
            guard case .file(let upload, let artists?, _, _, _) = correction, last[upload.id] == index else {
                return nil
            }
            return (upload, artists)
        }
    }

    /// Returns whether the key of a joined name contains the keys of all these names, in any order, and at most four more bytes for each name after
    /// the first.
    private static func isMade(_ key: String, of names: [String]) -> Bool {
        var length = 0
        for name in names {
            let part = ArtistName.key(name)
            guard !part.isEmpty, key.firstRange(of: part) != nil else { return false }
            length += part.utf8.count
        }
        return key.utf8.count - length <= 4 * (names.count - 1)
    }

    /// Returns whether two keys may be spellings of one name: one has at least four bytes and begins or ends the other, or their edit distance is at
    /// most a fifth of the shorter length.
    static func isAlike(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
        if short.utf8.count >= 4, long.hasPrefix(short) || long.hasSuffix(short) { return true }
        let allowed = short.utf8.count / 5
        return allowed > 0 && distance(Array(one.utf8), Array(other.utf8)) <= allowed
    }

    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, against) in other.enumerated() {
                let cost = letter == against ? diagonal : min(diagonal, row[column], row[column + 1]) + 1
                (diagonal, row[column + 1]) = (row[column + 1], cost)
            }
        }
        return row[other.count]
    }
}
