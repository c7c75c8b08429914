import ArtistClassification

/// A listener's corrections that merge or rename albums and labels (spec L8). They are applied to the classifier's results, so they also affect later
/// tracks. Of two contradictory corrections, the later applies.
struct EntryCorrections: Sendable, Equatable {
    /// The corrected names of labels, by the keys of the original names.
    private var labels: [String: String] = [:]
    private var albums: [Album: Target] = [:]
    private var artists = Names()

    /// The keys of an album's title and artist, which identify the album.
    private struct Album: Hashable {
        let title: String
        let artist: String
    }

    /// The corrected title and artist of an album.
    private struct Target: Equatable {
        let title: String
        /// The corrected artist; `nil` if the artist stays the same.
        let artist: String?
    }

    /// Creates the corrections of albums and labels from a listener's corrections of names. O(n) in the number of corrections.
    init(_ nameCorrections: [ListenerKnowledge.NameCorrection]) {
        // Corrections of artists apply to the artists of albums, regardless of their order.
        for correction in nameCorrections where correction.kind == .alias || correction.kind == .rename {
            artists.mergeGroups(ArtistName.foldKey(correction.subject), correction.names[0])
        }
        for correction in nameCorrections {
            switch correction.kind {
            case .label:
                let (subject, target) = (
                    ArtistName.foldKey(correction.subject), ArtistName.foldKey(correction.names[0])
                )
                labels[target] = nil
                labels[subject] = correction.names[0]
            case .album:
                guard correction.names.count > 1 else { continue }
                let whose = correction.names.count > 2 ? correction.names[2] : nil
                let artist = artists.root(of: ArtistName.foldKey(correction.names[1]))
                let other = whose.map { artists.root(of: ArtistName.foldKey($0)) } ?? artist
                albums[Album(title: ArtistName.foldKey(correction.names[0]), artist: other)] = nil
                albums[Album(title: ArtistName.foldKey(correction.subject), artist: artist)] = Target(
                    title: correction.names[0], artist: whose)
            case .alias, .rename, .split: break
            }
        }
    }

    /// The keys, before the correction, of the corrected labels and of the titles of the corrected albums.
    var subjects: Set<String> { Set(labels.keys).union(albums.keys.lazy.map(\.title)) }

    /// Applies the corrections to the label and the album of a filing.
    func apply(to filing: inout Filing) {
        if let label = filing.label, !labels.isEmpty {
            filing.label = Self.follow(label) { labels[ArtistName.foldKey($0)] }
        }
        if let album = filing.album, !albums.isEmpty, let artist = filing.primaryArtist {
            apply(album, of: artists.root(of: artist.key), in: &filing)
        }
    }

    private func apply(_ title: String, of artist: String, in filing: inout Filing) {
        var (title, current, met) = (title, Album(title: ArtistName.foldKey(title), artist: artist), Set<Album>())
        var whose: String?
        while let target = albums[current], met.insert(current).inserted {
            title = target.title
            whose = target.artist ?? whose
            current = Album(
                title: ArtistName.foldKey(title),
                artist: target.artist.map { artists.root(of: ArtistName.foldKey($0)) } ?? current.artist)
        }
        filing.album = title
        // A later name of the artist takes precedence.
        filing.albumArtist = current.artist == artist ? nil : artists.spelling(of: current.artist) ?? whose
    }

    /// Returns the name at the end of a chain of corrections. Stops at a repeated name, as after a correction to a name with the same key.
    private static func follow(_ name: String, _ next: (String) -> String?) -> String {
        var (name, met) = (name, Set<String>())
        while let other = next(name), met.insert(ArtistName.foldKey(name)).inserted { name = other }
        return name
    }

    /// Groups of names of merged or renamed artists.
    private struct Names: Sendable, Equatable {
        private var parents: [String: String] = [:]
        private var spellings: [String: String] = [:]

        func root(of name: String) -> String {
            var name = name
            while let parent = parents[name] { name = parent }
            return name
        }

        /// Returns the spelling in the last correction that assigns the name with this key, or `nil` if no correction assigns the name.
        func spelling(of name: String) -> String? { spellings[name] }

        /// Merges the group of the name with the key `one` into the group of the corrected name, `name`. The merged group has the spelling `name`,
        /// unless `name` was itself corrected.
        mutating func mergeGroups(_ one: String, _ name: String) {
            let key = ArtistName.foldKey(name)
            spellings[key] = name
            let (one, other) = (root(of: one), root(of: key))
            if one != other { parents[one] = other }
        }
    }
}
