import ArtistClassification

/// What a listener taught of albums and labels (spec L8): that one is another, which may be of another artist, or how it is written. It is laid over every filing, so
/// that it holds for what is added later and by whatever rules tracks are filed.
///
/// Of two lessons that contradict each other the later holds: what is written down as a target stands by itself from then on, whatever
/// was said of it before.
struct TaughtPlaces: Sendable, Equatable {
    /// Names by the keys of what they stand for now.
    private var labels: [String: String] = [:]
    private var albums: [Album: Target] = [:]
    private var artists = Names()

    /// An album is its title and its artist.
    private struct Album: Hashable {
        let title: String
        let artist: String
    }

    /// What an album is instead.
    private struct Target: Equatable {
        let title: String
        /// Whose, where that is somebody else.
        let artist: String?
    }

    /// O(lessons).
    init(_ lessons: [ListenerKnowledge.Lesson]) {
        // Whose album it is follows what was taught of artists, whichever came first.
        for lesson in lessons where lesson.kind == .alias || lesson.kind == .rename {
            artists.unite(ArtistName.shelfKey(lesson.subject), lesson.names[0])
        }
        for lesson in lessons {
            switch lesson.kind {
            case .label:
                let (subject, target) = (ArtistName.shelfKey(lesson.subject), ArtistName.shelfKey(lesson.names[0]))
                labels[target] = nil
                labels[subject] = lesson.names[0]
            case .album:
                guard lesson.names.count > 1 else { continue }
                let whose = lesson.names.count > 2 ? lesson.names[2] : nil
                let artist = artists.root(of: ArtistName.shelfKey(lesson.names[1]))
                let other = whose.map { artists.root(of: ArtistName.shelfKey($0)) } ?? artist
                albums[Album(title: ArtistName.shelfKey(lesson.names[0]), artist: other)] = nil
                albums[Album(title: ArtistName.shelfKey(lesson.subject), artist: artist)] = Target(
                    title: lesson.names[0], artist: whose)
            case .alias, .rename, .split: break
            }
        }
    }

    /// The keys of the albums and labels that are something else by it.
    var subjects: Set<String> { Set(labels.keys).union(albums.keys.lazy.map(\.title)) }

    /// Puts what was taught in place of what was concluded.
    func apply(to filing: inout Filing) {
        if let label = filing.label, !labels.isEmpty {
            filing.label = Self.follow(label) { labels[ArtistName.shelfKey($0)] }
        }
        if let album = filing.album, !albums.isEmpty, let artist = filing.primaryArtist {
            place(album, of: artists.root(of: artist.key), in: &filing)
        }
    }

    private func place(_ title: String, of artist: String, in filing: inout Filing) {
        var (title, place, met) = (title, Album(title: ArtistName.shelfKey(title), artist: artist), Set<Album>())
        var whose: String?
        while let target = albums[place], met.insert(place).inserted {
            title = target.title
            whose = target.artist ?? whose
            place = Album(
                title: ArtistName.shelfKey(title),
                artist: target.artist.map { artists.root(of: ArtistName.shelfKey($0)) } ?? place.artist)
        }
        filing.album = title
        // Whoever was given another name since is written by that.
        filing.albumArtist = place.artist == artist ? nil : artists.spelling(of: place.artist) ?? whose
    }

    /// The name at the end of a chain of lessons; lessons make no ring, and one that is met twice ends it all the same.
    private static func follow(_ name: String, _ next: (String) -> String?) -> String {
        var (name, met) = (name, Set<String>())
        while let other = next(name), met.insert(ArtistName.shelfKey(name)).inserted { name = other }
        return name
    }

    /// Which names of artists mean one.
    private struct Names: Sendable, Equatable {
        private var parents: [String: String] = [:]
        private var spellings: [String: String] = [:]

        func root(of name: String) -> String {
            var name = name
            while let parent = parents[name] { name = parent }
            return name
        }

        /// How a name that was taught is written.
        func spelling(of name: String) -> String? { spellings[name] }

        /// - Parameter name: what the other is called; its key is what both are found by.
        mutating func unite(_ one: String, _ name: String) {
            let key = ArtistName.shelfKey(name)
            spellings[key] = name
            let (one, other) = (root(of: one), root(of: key))
            if one != other { parents[one] = other }
        }
    }
}
