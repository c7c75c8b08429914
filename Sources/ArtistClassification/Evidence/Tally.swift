/// A count for each key. A key whose count returns to zero is removed.
struct Counter: Sendable {
    private(set) var counts = Table<Int>()

    subscript(key: String) -> Int { counts[key] ?? 0 }
    var isEmpty: Bool { counts.isEmpty }

    /// Adds to a count. Returns whether the count was zero before or is zero now.
    @discardableResult
    mutating func add(_ key: String, _ amount: Int) -> Bool {
        var count = 0
        counts.change(key, default: 0) {
            $0 += amount
            count = $0
            return count > 0
        }
        return count == amount && amount > 0 || count <= 0
    }

    /// The most frequent key and its count; the smallest key if several are equally frequent. `nil` if there are no keys.
    var top: (key: String, count: Int)? {
        counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key > $1.key }.map { ($0.key, $0.value) }
    }

    var total: Int { counts.values.reduce(0, +) }
}

/// The evidence about a name. The counts have 32 bits, so that more of the table fits in the processor's cache.
struct NameTally: Sendable {
    /// The number of accounts with a title that marks the name as the artist by a separator, usually before a dash, or by a quotation.
    var lefts: Int32 = 0
    /// The number of accounts with a title that marks the name as the title by a separator, usually after a dash.
    var rights: Int32 = 0
    /// The number of accounts that name the artist apart from titles: in the artist field or in the account's name, such as "Name Fans".
    var fields: Int32 = 0
    /// The number of uploads that have no known account and whose titles mark the name as the artist.
    var anonymousLefts: Int32 = 0
    /// The number of uploads by accounts with this name.
    var uploads: Int32 = 0

    /// Whether any evidence shows that an artist has this name. If not, no title of the artist is known either.
    var isArtist: Bool { lefts > 0 || fields > 0 || anonymousLefts > 0 || uploads > 0 }

    var isNothing: Bool { lefts <= 0 && rights <= 0 && fields <= 0 && anonymousLefts <= 0 && uploads <= 0 }
}

/// The evidence about an account.
struct AccountTally: Sendable {
    let account: Account
    /// Whether the tally combines all uploads without a known account.
    let isAnonymous: Bool
    var uploads = 0
    /// The number of titles that do not mark an artist.
    var bare = 0
    var dashed = 0
    var episodes = 0
    /// The number of titles with a separator that mark a cover or remix by the account. Such titles do not make the account a collector.
    var covers = 0
    /// The number of titles with a separator that name the account as the artist or as one of several artists.
    var own = 0
    var lefts = Counter()
    var rights = Counter()
    /// The number of titles with each pair of an artist and a title that a separator or a quotation marks.
    var pairs = Counter()
    /// The number of different titles of each name, without titles that name the account jointly.
    var works = Counter()
    var fields = Counter()
    var bareTitles = Counter()

    init(_ account: Account, isAnonymous: Bool) {
        self.account = account
        self.isAnonymous = isAnonymous
    }

    /// The tally of an unknown account.
    static let nothing = AccountTally(Account(""), isAnonymous: false)
}

/// The evidence that an artist has a title.
struct TitleTally: Sendable {
    /// The number of uploads that name the artist in the title or in the artist field, without those in `own`.
    var marked = 0
    /// The number of uploads by accounts with the artist's name: with the name in the title, or with neither a marked artist nor an artist field.
    var own = 0
    /// The lengths of the uploads whose length is known.
    var lengths = Lengths()

    var isNothing: Bool { marked <= 0 && own <= 0 }
}

/// The number of uploads of each length in seconds, as an array: most titles have one or two lengths.
struct Lengths: Sendable {
    private var counts: [(seconds: Int32, count: Int)] = []

    mutating func add(_ seconds: Int32, _ amount: Int) {
        guard let index = counts.firstIndex(where: { $0.seconds == seconds }) else {
            if amount > 0 { counts.append((seconds, amount)) }
            return
        }
        counts[index].count += amount
        if counts[index].count <= 0 { counts.remove(at: index) }
    }

    /// Returns the difference to the nearest length, in seconds; `nil` if no length is known.
    func distance(to seconds: Int32) -> Int64? {
        counts.lazy.map { abs(Int64($0.seconds) - Int64(seconds)) }.min()
    }
}

/// The tracks of one account that name the same release: the number of all tracks, and of those whose title names an artist.
struct ReleaseTally: Sendable {
    var tracks = 0
    var dashed = 0
}
