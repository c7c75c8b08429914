/// The properties of an account, derived from its uploads and from the other evidence of the library.
struct Profile: Sendable {
    /// The key of the other artist whom most of the account's titles name; `nil` if no other artist dominates.
    var owner: String?
    /// Whether the names of the account and of the owner overlap, as in "Name Fans".
    var ownerIsContained = false
    /// Whether the account collects other artists' tracks: its titles name several other artists, and none of them in most titles.
    var isCollector = false
    /// Whether the account uploads other artists' tracks without naming them.
    var isReuploader = false
    /// Whether the account writes titles as "Title - Artist".
    var isReversed = false
    /// Whether several titles of the account name no artist and few name another artist, as in an artist's own account.
    var isBare = false
    /// Whether evidence apart from the account's own uploads shows that an artist has the account's name.
    var isNamedByOthers = false

    init() {}

    init(_ tally: AccountTally, in evidence: Evidence) {
        let key = tally.account.key
        let isKnown = !key.isEmpty && evidence.isNamed(key)
        isNamedByOthers = evidence.isNamed(key, without: tally)
        isBare = tally.bare - tally.episodes >= 3 && tally.dashed - tally.own <= tally.bare / 3
        let others = tally.dashed - tally.own - tally.covers
        if let top = tally.works.top, top.key != key {
            let isContained =
                top.key.utf8.count >= 3 && (key.hasPrefix(top.key) || tally.account.variants.contains(top.key))
                || top.key.hasPrefix(key) && key.utf8.count >= 4 && top.count > 1
            let share = Double(top.count) / Double(max(1, tally.works.total - tally.works[key]))
            if isContained ? share >= 0.5 : top.count >= 3 && share >= 0.8 && !isKnown && tally.own == 0 {
                (owner, ownerIsContained) = (top.key, isContained)
            }
        }
        let top = tally.lefts.top?.count ?? 0
        isCollector =
            owner == nil && others >= 3 && tally.lefts.counts.count >= 3 && top * 5 < others * 3 && others > tally.own
        isReversed = Profile.isReversed(tally)
        if !isKnown || tally.account.isGeneric { isReuploader = Profile.isReuploader(tally, in: evidence) }
    }

    /// Returns whether one name follows the dash at least three times and in at least half of the titles with a dash, and no text precedes the dash
    /// twice.
    private static func isReversed(_ tally: AccountTally) -> Bool {
        guard let right = tally.rights.top, right.count >= 3, let left = tally.lefts.top else { return false }
        return left.count == 1 && right.count * 2 >= tally.dashed
    }

    /// Returns whether the titles that name no artist are known titles of other artists: at least two titles, at least half of all, and at least two
    /// artists.
    private static func isReuploader(_ tally: AccountTally, in evidence: Evidence) -> Bool {
        let key = tally.account.key
        var (claimed, artists) = (0, Set<String>())
        for title in tally.bareTitles.counts.keys {
            guard let claims = evidence.claims(to: title) else { continue }
            var isClaimed = false
            for (artist, claim) in claims where artist != key && (claim.marked > 0 || evidence.isNamed(artist)) {
                isClaimed = true
                if artists.count < 3 { artists.insert(artist) }
            }
            if isClaimed { claimed += 1 }
        }
        return claimed >= 2 && artists.count >= 2 && claimed * 2 >= tally.bareTitles.counts.count
    }
}

extension Evidence {
    /// Returns the artists who have a title; `nil` if there are none, or more than 32, as for "Intro": so many artists are no evidence.
    func claims(to title: String) -> Table<TitleTally>? {
        guard let claims = titles[title], claims.count <= 32 else { return nil }
        return claims
    }

    /// Returns the counts of ``TitleTally`` for an artist and a title; `nil` if no upload shows that the artist has the title.
    func claim(of artist: String, to title: String) -> (marked: Int, own: Int)? {
        guard let title = titles.position(of: title), let claim = titles[at: title].position(of: artist) else {
            return nil
        }
        return (titles[at: title][at: claim].marked, titles[at: title][at: claim].own)
    }

    /// Returns whether any evidence shows that the key belongs to an artist. The existence of an account with this name is not sufficient.
    func isNamed(_ key: String) -> Bool {
        names[key].map { $0.lefts + $0.anonymousLefts + $0.fields > 0 } ?? false
    }

    /// Returns whether any evidence except the uploads of one account shows that the key belongs to an artist.
    func isNamed(_ key: String, without own: AccountTally) -> Bool {
        guard let name = names[key] else { return false }
        let lefts = name.lefts - (own.lefts[key] > 0 ? 1 : 0)
        let fields = name.fields - (own.fields[key] > 0 ? 1 : 0)
        return lefts + fields + name.anonymousLefts > 0
    }
}
