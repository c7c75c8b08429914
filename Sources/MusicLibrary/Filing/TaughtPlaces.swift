import ArtistClassification

/// What a listener taught of albums and labels (spec L8): that one is another, or how it is written. It is laid over every filing, so
/// that it holds for what is added later and by whatever rules tracks are filed.
///
/// Of two lessons that contradict each other the later holds: what is written down as a target stands by itself from then on, whatever
/// was said of it before.
struct TaughtPlaces: Sendable {
    /// Names by the keys of what they stand for now.
    private var labels: [String: String] = [:]
    private var albums: [Album: String] = [:]
    private var artists = Names()

    /// An album is its title and its artist.
    private struct Album: Hashable {
        let title: String
        let artist: String
    }

    /// O(lessons).
    init(_ lessons: [ListenerKnowledge.Lesson]) {
        // Whose album it is follows what was taught of artists, whichever came first.
        for lesson in lessons where lesson.kind == .alias || lesson.kind == .rename {
            artists.unite(Self.key(lesson.subject), Self.key(lesson.names[0]))
        }
        for lesson in lessons {
            switch lesson.kind {
            case .label:
                let (subject, target) = (Self.key(lesson.subject), Self.key(lesson.names[0]))
                labels[target] = nil
                labels[subject] = lesson.names[0]
            case .album:
                guard lesson.names.count > 1 else { continue }
                let artist = artists.root(of: Self.key(lesson.names[1]))
                albums[Album(title: Self.key(lesson.names[0]), artist: artist)] = nil
                albums[Album(title: Self.key(lesson.subject), artist: artist)] = lesson.names[0]
            case .alias, .rename, .split: break
            }
        }
    }

    /// Puts what was taught in place of what was concluded.
    func apply(to filing: inout Filing) {
        if let label = filing.label, !labels.isEmpty {
            filing.label = Self.follow(label) { labels[Self.key($0)] }
        }
        if let album = filing.album, !albums.isEmpty, let artist = filing.primaryArtist {
            let artist = artists.root(of: artist.key)
            filing.album = Self.follow(album) { albums[Album(title: Self.key($0), artist: artist)] }
        }
    }

    /// The name at the end of a chain of lessons; lessons make no ring, and one that is met twice ends it all the same.
    private static func follow(_ name: String, _ next: (String) -> String?) -> String {
        var (name, met) = (name, Set<String>())
        while let other = next(name), met.insert(key(name)).inserted { name = other }
        return name
    }

    /// What albums and labels are told apart by.
    static func key(_ name: String) -> String { Filing.key(ArtistName.key(name), of: name) }

    /// Which names of artists mean one.
    private struct Names: Sendable {
        private var parents: [String: String] = [:]

        func root(of name: String) -> String {
            var name = name
            while let parent = parents[name] { name = parent }
            return name
        }

        mutating func unite(_ one: String, _ other: String) {
            let (one, other) = (root(of: one), root(of: other))
            if one != other { parents[one] = other }
        }
    }
}
