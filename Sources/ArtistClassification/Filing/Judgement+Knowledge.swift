/// Look-ups in the library and the corrections.
extension Judgement {
    // MARK: - Corrections

    /// Returns the key of the artist to whom a key refers; `key` itself if the key is no alias.
    func artist(_ key: String) -> String {
        consultedKeys?.record(key)
        return knowledge.identities.artist(key)
    }

    /// Returns the displayed spelling of the artist's name, or `nil` if none is known.
    func spelling(of key: String) -> String? {
        consultedKeys?.record(key)
        return knowledge.identities.spelling(of: key)
    }

    /// Whether any correction splits a name.
    var hasSplits: Bool {
        consultedKeys?.record(ConsultedKeys.anySplit)
        return !knowledge.identities.splits.isEmpty
    }

    /// Returns the artists into which a correction splits a name, in order; `nil` if no correction splits the name.
    func split(_ key: String) -> [String]? {
        consultedKeys?.record(key)
        return knowledge.identities.splits[key]
    }

    func isKept(_ key: String) -> Bool {
        consultedKeys?.record(key)
        return knowledge.identities.kept.contains(key)
    }

    func isCorrected(_ key: String) -> Bool {
        consultedKeys?.record(key)
        return knowledge.identities.corrected.contains(key)
    }

    // MARK: - Names and works

    /// Returns the number of kinds of evidence that the name is an artist's, without this account's own. `isLeft` means that this title marks the
    /// name.
    func evidenceCount(_ key: String, isLeft: Bool = false) -> Int {
        consultedKeys?.record(key)
        return (knowledge.corrections.conclusions.names.contains(key) ? 1 : 0)
            + knowledge.evidenceCount(key, without: known, isAnonymousLeft: isLeft && known.tally.isAnonymous)
    }

    /// Whether titles or fields of other accounts name this account as an artist.
    var isNamedByOthers: Bool {
        known === Knowledge.Known.unknown ? evidence.isNamed(accountKey) : known.profile.isNamedByOthers
    }

    /// Returns whether the key belongs to the account, according to the library and the corrections.
    func isSelf(_ key: String) -> Bool {
        guard !accountKey.isEmpty, !key.isEmpty else { return false }
        return isSameKey(key, accountKey) || isSameKey(artist(key), accountArtist)
    }

    func isSameKey(_ key: String, _ other: String) -> Bool { ArtistName.isSameKey(key, other) }

    /// Returns whether the artist field names this artist: the keys are the same, or one key begins with the other, which has at least three bytes.
    func agrees(_ field: Metadata, _ key: String) -> Bool {
        if isSameKey(field.key, key) { return true }
        // Compares bytes first, because `hasPrefix` compares characters, which is slow.
        return key.utf8.count >= 3 && field.key.utf8.starts(with: key.utf8) && field.key.hasPrefix(key)
            || field.key.utf8.count >= 3 && key.utf8.starts(with: field.key.utf8) && key.hasPrefix(field.key)
    }

    /// Returns whether another upload shows that the artist has a title.
    func has(_ artist: String, title: String) -> Bool {
        guard let claim = evidence.claim(of: artist, to: title) else { return false }
        // One of the counted uploads may be this upload.
        return claim.marked + claim.own > 1
            || !(clues.sides.map { $0.rightKey == title && $0.leftKey == artist } ?? false)
                && !(clues.titleKey == title && artist == accountKey)
    }

    // MARK: - The account

    /// Whether the account may belong to an artist: the account has a name and is not a placeholder, label, collector or reuploader.
    var isPlausibleArtist: Bool {
        !clues.account.isGeneric && !clues.account.isLabel && !clues.account.isCollector && !known.profile.isCollector
            && !known.profile.isReuploader && !accountKey.isEmpty
    }

    /// Whether the platform created the account for the artist.
    var isTopic: Bool { clues.account.isTopic && !clues.account.isGeneric }

    /// Whether the account's titles name the account, and at least as often as other artists, not counting covers. `false` for a label.
    var isOwnAccount: Bool {
        guard known.tally.own > 0, !clues.account.isLabel else { return false }
        return known.tally.dashed - known.tally.own - known.tally.covers <= known.tally.own
    }

    /// Whether the title contains the account's name, for instance as a guest or remixer. Keys of fewer than three bytes do not count.
    var mentionsAccount: Bool {
        accountKey.utf8.count > 2 && reading.line.key(reading.line.whole).firstRange(of: accountKey) != nil
    }
}
