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
struct NameTally: Sendable {
    /// How many accounts have written it before a dash, after one, in the artist field.
    var lefts = 0
    var rights = 0
    var fields = 0
    /// The same by uploads of which nobody says the account.
    var anonymousLefts = 0
    /// Uploads by accounts of this name.
    var uploads = 0
    /// Credited as a guest or remixer.
    var credited = 0

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
    /// Whole seconds, where they are known.
    var seconds: [Int32: Int] = [:]

    var isNothing: Bool { marked <= 0 && own <= 0 }
}

/// Tracks of one account that say the same release.
struct ReleaseTally: Sendable {
    var tracks = 0
    var dashed = 0
}
