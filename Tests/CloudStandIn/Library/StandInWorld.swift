/// The content of the stand-in: users, tracks and playlists, and the likes, followings and stream of its account. The content is
/// generated from a seed, so two worlds with the same seed are equal.
public struct StandInWorld: Sendable {
    /// The numbers of items.
    public struct Size: Sendable {
        public var users: Int
        public var tracks: Int
        public var likes: Int
        public var playlists: Int
        public var followings: Int
        public var feed: Int

        public init(
            users: Int = 40, tracks: Int = 300, likes: Int = 120, playlists: Int = 6, followings: Int = 25,
            feed: Int = 60
        ) {
            self.users = users
            self.tracks = tracks
            self.likes = likes
            self.playlists = playlists
            self.followings = followings
            self.feed = feed
        }
    }

    struct User: Sendable {
        let number: Int
        let name: String
    }

    struct Track: Sendable {
        let number: Int
        let title: String
        let artist: String?
        let label: String?
        let user: Int
        let durationMs: Int
        var access: String
        var genre = "Test"
        var release: String?
        /// Whether the uploader lets programs keep the track, as most podcasts do.
        var isDownloadable = false
    }

    struct Playlist: Sendable {
        let number: Int
        var title: String
        let user: Int
        var tracks: [Int]
        var isPublic = true
        var about = ""
        /// The type of a release, such as "album"; `nil` for an ordinary playlist.
        var type: String?
    }

    struct Activity: Sendable {
        let track: Int
        let reposter: Int?
    }

    /// The number of the account.
    static let me = 424_242

    var users: [Int: User] = [:]
    var tracks: [Int: Track] = [:]
    var playlists: [Int: Playlist] = [:]
    /// The liked tracks with their sequence numbers, newest first. The sequence number increases with every like, as in SoundCloud's
    /// cursors, so a new like at the top does not shift the pages.
    var likedTracks: [(sequence: Int, number: Int)] = []
    var likedPlaylists: [(sequence: Int, number: Int)] = []
    var followings: [(sequence: Int, number: Int)] = []
    var ownPlaylists: [(sequence: Int, number: Int)] = []
    var feed: [(sequence: Int, activity: Activity)] = []
    /// The related tracks of a track, if they differ from the rule in `StandInAPI`.
    var related: [Int: [Int]] = [:]
    /// The reposts of users, newest first.
    var reposts: [Int: [Int]] = [:]
    /// Whether some tracks and users have no picture, as on SoundCloud. Otherwise each has one.
    var lacksPictures = false
    /// Tracks that are sent without their uploader.
    var damaged: Set<Int> = []
    private var sequence = 0

    public init(seed: UInt64 = 1, _ size: Size = Size()) {
        var dice = Dice(seed: seed)
        users[Self.me] = User(number: Self.me, name: "listener")
        for index in 0..<size.users {
            users[1000 + index] = User(number: 1000 + index, name: dice.name(words: 1 + index % 2))
        }
        for index in 0..<size.tracks {
            let user = 1000 + dice.below(max(1, size.users))
            let (artist, title) = (dice.name(words: 1 + index % 2), dice.name(words: 2))
            tracks[100_000 + index] = Track(
                number: 100_000 + index, title: index % 3 == 0 ? title : "\(artist) - \(title)",
                artist: index % 7 == 0 ? artist : nil, label: index % 11 == 0 ? dice.name(words: 1) + " Records" : nil,
                user: user, durationMs: (index % 17 == 0 ? 3_600_000 : 120_000) + dice.below(180_000),
                access: index % 50 == 49 ? "blocked" : index % 33 == 32 ? "preview" : "playable",
                isDownloadable: index % 17 == 0)
        }
        for index in 0..<size.playlists {
            let chosen = (0..<min(size.tracks, 8)).map { _ in 100_000 + dice.below(max(1, size.tracks)) }
            playlists[5000 + index] = Playlist(
                number: 5000 + index, title: dice.name(words: 2), user: index % 2 == 0 ? Self.me : 1000, tracks: chosen)
        }
        // Oldest first: the last liked track is at the top.
        for index in 0..<min(size.likes, size.tracks) { like(track: 100_000 + index) }
        for index in 0..<size.playlists {
            if index % 2 == 0 {
                ownPlaylists.insert((next(), 5000 + index), at: 0)
            } else {
                likedPlaylists.insert((next(), 5000 + index), at: 0)
            }
        }
        for index in 0..<min(size.followings, size.users) { follow(user: 1000 + index) }
        for _ in 0..<min(size.feed, size.tracks) {
            publish(100_000 + dice.below(size.tracks), by: dice.below(3) == 0 ? 1000 + dice.below(size.users) : nil)
        }
    }

    // MARK: - Pictures

    /// Returns the number of a track's cover, which is the same for all tracks of a release by one uploader; `nil` for a track without a cover.
    func cover(of number: Int) -> Int? {
        guard let track = tracks[number] else { return nil }
        if let release = track.release {
            return tracks.values.filter { $0.release == release && $0.user == track.user }.map(\.number).min()
        }
        return lacksPictures && number % 4 == 1 ? nil : number
    }

    /// Returns whether a user has a picture.
    func hasPicture(user number: Int) -> Bool { !lacksPictures || number % 3 != 2 }

    // MARK: - Changes made by the account in other apps

    /// The numbers of the liked tracks, newest first.
    public var likes: [Int] { likedTracks.map(\.number) }
    public var followed: [Int] { followings.map(\.number) }

    public mutating func like(track: Int) {
        guard !likedTracks.contains(where: { $0.number == track }) else { return }
        likedTracks.insert((next(), track), at: 0)
    }

    public mutating func unlike(track: Int) { likedTracks.removeAll { $0.number == track } }

    public mutating func like(playlist: Int) {
        guard !likedPlaylists.contains(where: { $0.number == playlist }) else { return }
        likedPlaylists.insert((next(), playlist), at: 0)
    }

    public mutating func unlike(playlist: Int) { likedPlaylists.removeAll { $0.number == playlist } }

    public mutating func follow(user: Int) {
        guard !followings.contains(where: { $0.number == user }) else { return }
        followings.insert((next(), user), at: 0)
    }

    public mutating func unfollow(user: Int) { followings.removeAll { $0.number == user } }

    public mutating func publish(_ track: Int, by reposter: Int? = nil) {
        feed.insert((next(), Activity(track: track, reposter: reposter)), at: 0)
    }

    /// Sets the tracks related to a track, in the order of `others`.
    public mutating func relate(_ track: Int, to others: [Int]) { related[track] = others }

    /// Adds a repost of a track by a user.
    public mutating func repost(_ track: Int, by user: Int) { reposts[user, default: []].insert(track, at: 0) }

    /// Makes the track unreadable in later responses.
    public mutating func damage(track: Int) { damaged.insert(track) }

    /// Returns the number of tracks, users or playlists whose name contains a text.
    public func count(of kind: String, with text: String) -> Int {
        let names =
            switch kind {
            case "tracks": tracks.values.map(\.title)
            case "users": users.values.map(\.name)
            default: playlists.values.map(\.title)
            }
        return names.count { $0.lowercased().contains(text) }
    }

    public mutating func rename(playlist: Int, _ title: String) { playlists[playlist]?.title = title }
    /// Returns the title of one of the account's playlists, the numbers of its tracks, and whether the playlist is public.
    public func playlist(_ number: Int) -> (title: String, tracks: [Int], isPublic: Bool)? {
        playlists[number].map { ($0.title, $0.tracks, $0.isPublic) }
    }
    /// The numbers of the account's own playlists, newest first.
    public var own: [Int] { ownPlaylists.map(\.number) }

    public mutating func block(track: Int) { tracks[track]?.access = "blocked" }

    mutating func add(_ playlist: Playlist) {
        playlists[playlist.number] = playlist
        ownPlaylists.insert((next(), playlist.number), at: 0)
    }

    mutating func remove(playlist number: Int) {
        playlists[number] = nil
        ownPlaylists.removeAll { $0.number == number }
        likedPlaylists.removeAll { $0.number == number }
    }

    mutating func next() -> Int {
        sequence += 1
        return sequence
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014), with the same numbers on every machine.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    private static let syllables = [
        "ka", "lo", "mi", "ne", "ru", "sa", "to", "vi", "wen", "zor", "bel", "dra", "fen", "gol", "har", "jun",
    ]

    mutating func name(words: Int) -> String {
        (0..<words).map { _ in
            let word = (0..<(2 + below(2))).map { _ in Self.syllables[below(Self.syllables.count)] }.joined()
            return word.prefix(1).uppercased() + word.dropFirst()
        }.joined(separator: " ")
    }
}

extension StandInWorld {
    /// Inserts a like that appears late, at this position below the top (soundcloud/api#255). Returns whether the list
    /// is long enough.
    public mutating func likedAgain(below place: Int, track: Int) -> Bool {
        guard place + 1 < likedTracks.count, !likedTracks.contains(where: { $0.number == track }) else { return false }
        // There is no number between two sequence numbers, so all sequence numbers above the position increase by one.
        _ = next()
        for index in 0...place { likedTracks[index].sequence += 1 }
        likedTracks.insert((likedTracks[place + 1].sequence + 1, track), at: place + 1)
        return true
    }
}

extension StandInWorld {
    /// Removes a track, as if its uploader had deleted it.
    public mutating func forget(track: Int) {
        tracks[track] = nil
        unlike(track: track)
    }
}
