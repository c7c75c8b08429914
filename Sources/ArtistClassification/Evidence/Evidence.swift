/// The artists, accounts and titles in the library of one listener or tenant, as sums over its uploads (spec M5.1).
///
/// The order of the uploads does not matter if all uploads of an account have the same account name.
public struct Evidence: Sendable {
    private(set) var accounts = Table<AccountTally>()
    private(set) var names = Table<NameTally>()
    /// The spellings of each name, with the number of times that the uploads contain each spelling.
    private(set) var spellings = Table<Counter>()
    private(set) var titles = Table<Table<TitleTally>>()
    private(set) var recordings: [String: Counter] = [:]
    private(set) var releases: [String: ReleaseTally] = [:]
    private(set) var labels = Counter()
    /// The number of uploads in the evidence.
    public private(set) var count = 0

    public init() {}

    /// Creates the evidence of a whole library. O(n) in the number of uploads.
    public init(_ uploads: some Sequence<Upload>) {
        for upload in uploads { add(upload) }
    }

    /// Adds an upload.
    public mutating func add(_ upload: Upload) { tally(upload, 1) }

    /// Removes an upload, which must equal the upload that was added; otherwise the sums are wrong.
    public mutating func remove(_ upload: Upload) { tally(upload, -1) }

    /// Returns the key of the upload's account: the account's identifier, or the account's name if that identifier is unknown.
    static func accountID(_ upload: Upload) -> String { upload.accountID ?? upload.uploader }

    /// Returns the key of the upload's release; `nil` if the upload names no release.
    static func releaseID(_ upload: Upload) -> String? {
        guard let album = upload.albumTitle ?? upload.release, !album.isEmpty else { return nil }
        return accountID(upload) + "\u{0}" + ArtistName.key(album)
    }

    private mutating func tally(_ upload: Upload, _ sign: Int) {
        let id = Evidence.accountID(upload)
        // Takes the tally out of the table, so that the change does not copy it.
        var tally =
            accounts.take(id, leaving: .nothing) ?? AccountTally(Account(upload.uploader), isAnonymous: id.isEmpty)
        let clues = Clues(upload, account: tally.account)
        count += sign
        tally.uploads += sign
        let (key, seconds) = (tally.account.key, upload.durationMs.map { Int32(truncatingIfNeeded: $0 / 1000) })
        if !key.isEmpty {
            change(key) { $0.uploads += Int32(sign) }
            if !tally.account.isVEVO { countSpelling(key, tally.account.name, sign) }
        }
        if let field = clues.metadata {
            if tally.fields.add(field.key, sign) { change(field.key) { $0.fields += Int32(sign) } }
            countSpelling(field.key, field.name, sign)
            recordings(upload, field.key, sign)
        }
        if clues.isEpisode { tally.episodes += sign }
        let isAnonymous = id.isEmpty
        // The platform names the artist in the account's name.
        if tally.account.isTopic, !tally.account.isGeneric, tally.fields.add(key, sign) {
            change(key) { $0.fields += Int32(sign) }
        }
        let isSplit =
            clues.sides.map { sides in
                if tally.account.isTopic { return sides.leftKey == key || sides.rightKey == key }
                // Weak marks count only if the account is one of the sides.
                return switch sides.kind {
                case .bar, .gap: sides.leftKey == key || sides.rightKey == key
                case .colon: sides.leftKey == key
                default: true
                }
            } ?? false
        if let sides = clues.sides, isSplit, !clues.isEpisode, !clues.reading.isVersionOnly(sides.right),
            !clues.reading.isNoName(sides.left), !clues.reading.isPart(sides.right)
        {
            tally.dashed += sign
            if clues.isMadeByAccount { tally.covers += sign }
            // "Title - Artist": the account or the field is the artist, or a mark shows which side is the title.
            let isReversed =
                sides.leftKey != key && sides.leftKey != clues.metadata?.key
                && (sides.rightKey == key || sides.rightKey == clues.metadata?.key
                    || clues.reading.isTitle(sides.left, beside: sides.right))
            let (artist, title) = isReversed ? (sides.rightKey, sides.leftKey) : (sides.leftKey, sides.rightKey)
            if tally.lefts.add(artist, sign), !isAnonymous { change(artist) { $0.lefts += Int32(sign) } }
            if tally.pairs.add(artist + "\u{0}" + title, sign), !clues.isJoint(sides) { tally.works.add(artist, sign) }
            if tally.rights.add(title, sign), !isAnonymous { change(title) { $0.rights += Int32(sign) } }
            let name = clues.reading.name(isReversed ? sides.right : sides.leftName.main)
            if isAnonymous { change(artist) { $0.anonymousLefts += Int32(sign) } }
            countSpelling(artist, name, sign)
            // An account "Name Fans" uploads "Name - Title": the account's name and the title are independent evidence.
            if tally.account.variants.contains(artist), tally.fields.add(artist, sign) {
                change(artist) { $0.fields += Int32(sign) }
            }
            if artist == key || clues.isJoint(sides) { tally.own += sign }
            claim(title, artist, sign, seconds, isOwn: artist == key)
            let full = clues.reading.fullTitleKey(isReversed ? sides.left : sides.right)
            if !full.isEmpty { claim(full, artist, sign, seconds, isOwn: artist == key) }
            recordings(upload, artist, sign)
        } else if let quotation = clues.quotation, quotation.isSure {
            tally.dashed += sign
            if tally.lefts.add(quotation.nameKey, sign), !isAnonymous {
                change(quotation.nameKey) { $0.lefts += Int32(sign) }
            }
            if tally.pairs.add(quotation.nameKey + "\u{0}" + quotation.titleKey, sign) {
                tally.works.add(quotation.nameKey, sign)
            }
            let name = clues.reading.name(quotation.name)
            if isAnonymous { change(quotation.nameKey) { $0.anonymousLefts += Int32(sign) } }
            countSpelling(quotation.nameKey, name, sign)
            claim(quotation.titleKey, quotation.nameKey, sign, seconds, isOwn: quotation.nameKey == key)
        } else {
            tally.bare += sign
            tally.bareTitles.add(clues.titleKey, sign)
            let artist = clues.metadata?.key ?? (tally.account.isGeneric ? "" : key)
            if !artist.isEmpty {
                let isOwn = clues.metadata == nil
                claim(clues.titleKey, artist, sign, seconds, isOwn: isOwn)
                if !clues.fullTitleKey.isEmpty { claim(clues.fullTitleKey, artist, sign, seconds, isOwn: isOwn) }
            }
        }
        if let label = upload.labelName, !label.isEmpty { labels.add(ArtistName.key(label), sign) }
        if let release = Evidence.releaseID(upload) {
            var tally = releases[release] ?? ReleaseTally()
            tally.tracks += sign
            if isSplit { tally.dashed += sign }
            releases[release] = tally.tracks > 0 ? tally : nil
        }
        accounts[id] = tally.uploads > 0 ? tally : nil
    }

    private mutating func change(_ name: String, _ change: (inout NameTally) -> Void) {
        names.change(name, default: NameTally()) {
            change(&$0)
            return !$0.isNothing
        }
    }

    private mutating func countSpelling(_ name: String, _ spelling: String, _ sign: Int) {
        spellings.change(name, default: Counter()) {
            $0.add(spelling, sign)
            return !$0.isEmpty
        }
    }

    private mutating func claim(_ title: String, _ artist: String, _ sign: Int, _ seconds: Int32?, isOwn: Bool) {
        func apply(_ tally: inout TitleTally) {
            if isOwn { tally.own += sign } else { tally.marked += sign }
            if let seconds { tally.lengths.add(seconds, sign) }
        }
        titles.change(title, default: Table()) { claims in
            claims.change(artist, default: TitleTally()) { tally in
                apply(&tally)
                return !tally.isNothing
            }
            return !claims.isEmpty
        }
    }

    private mutating func recordings(_ upload: Upload, _ artist: String, _ sign: Int) {
        guard let isrc = upload.isrc, !isrc.isEmpty else { return }
        recordings[isrc, default: Counter()].add(artist, sign)
        if recordings[isrc]?.isEmpty ?? false { recordings[isrc] = nil }
    }
}
