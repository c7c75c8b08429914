/// Counts that rise and fall to nothing: what is counted no more leaves no trace.
struct Counter: Sendable {
    private(set) var counts = Table<Int>()

    subscript(key: String) -> Int { counts[key] ?? 0 }
    var isEmpty: Bool { counts.isEmpty }

    /// Whether the key was nothing before, or is now.
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

    /// The most frequent key, of equals the least.
    var top: (key: String, count: Int)? {
        counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key > $1.key }.map { ($0.key, $0.value) }
    }

    var total: Int { counts.values.reduce(0, +) }
}

/// What is known of a name.
///
/// 32-bit counts: names are looked up dozens of times per track, and more of a smaller table stays in the processor's cache.
struct NameTally: Sendable {
    /// How many accounts have written it before a dash, after one, in the artist field.
    var lefts: Int32 = 0
    var rights: Int32 = 0
    var fields: Int32 = 0
    /// The same by uploads of which nobody says the account.
    var anonymousLefts: Int32 = 0
    /// Uploads by accounts of this name.
    var uploads: Int32 = 0
    /// Credited as a guest or remixer.
    var credited: Int32 = 0

    /// Whether anything says that an artist has this name. Without it no title of the artist is known either: whatever counts a title
    /// counts its artist here too.
    var isArtist: Bool { lefts > 0 || fields > 0 || anonymousLefts > 0 || uploads > 0 }

    var isNothing: Bool {
        lefts <= 0 && rights <= 0 && fields <= 0 && anonymousLefts <= 0 && uploads <= 0 && credited <= 0
    }
}

/// What is known of an account.
struct AccountTally: Sendable {
    let account: Account
    /// Uploads of which nobody says the account.
    let isAnonymous: Bool
    var uploads = 0
    /// Titles without any mark of an artist.
    var bare = 0
    var dashed = 0
    var episodes = 0
    /// Dashes in titles of what the account plays or made anew itself: they make no collector of it.
    var covers = 0
    /// Dashes after or before the account's own name.
    var own = 0
    var lefts = Counter()
    var rights = Counter()
    /// What stands before dashes together with what stands after them, and how many different titles each name has.
    var pairs = Counter()
    var works = Counter()
    var fields = Counter()
    var bareTitles = Counter()

    init(_ account: Account, isAnonymous: Bool) {
        self.account = account
        self.isAnonymous = isAnonymous
    }

    /// Of an account of which nothing is known.
    static let nothing = AccountTally(Account(""), isAnonymous: false)
}

/// Who is said to have a title.
struct TitleTally: Sendable {
    /// By titles or fields that name the artist.
    var marked = 0
    /// By an account of that name that uploaded the bare title.
    var own = 0
    /// Of the uploads whose length is known.
    var lengths = Lengths()

    var isNothing: Bool { marked <= 0 && own <= 0 }
}

/// How many uploads are how long.
///
/// An array: a title mostly has one length or two, which one cache line holds; a dictionary needs three.
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

    /// How many seconds the nearest length is away, where any is known.
    func distance(to seconds: Int32) -> Int64? {
        counts.lazy.map { abs(Int64($0.seconds) - Int64(seconds)) }.min()
    }
}

/// Tracks of one account that say the same release.
struct ReleaseTally: Sendable {
    var tracks = 0
    var dashed = 0
}
