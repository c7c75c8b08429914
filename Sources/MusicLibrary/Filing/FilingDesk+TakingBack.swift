import ArtistClassification
import Postgres

/// What a listener taught is taken back (spec L8).
extension FilingDesk {
    /// Forgets a lesson and files what it reached as all that is taught without it does, in one transaction. Lessons that came later
    /// stay; one that it had replaced does not come back.
    ///
    /// - Returns: whether it was there.
    func takeBack(_ id: LibraryTeaching.ID, by listener: Listener) async throws -> Bool {
        try await act(by: listener) { knowledge in
            let store = LibraryTeachingStore(database: database)
            guard let lesson = try await store.teaching(id, of: listener)?.lesson else { return .nothing(false) }
            let before = try await filings(by: knowledge, of: listener)
            knowledge.lessons.removeAll { $0 == lesson }
            let after = try await filings(by: knowledge, of: listener)
            let placements = after.compactMap { track, filing -> FilingWriter.Placement? in
                // Whoever stands under the name that was taught may be written otherwise.
                guard before[track] != filing || lesson.names(filing), let upload = knowledge.uploads[track],
                    let filed = knowledge.filed[track]
                else { return nil }
                return FilingWriter.Placement(upload, track, filed.said, filing)
            }
            return Outcome(
                answer: true,
                statements: [
                    """
                    delete from app.library_teaching
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and teaching_id = \(id)
                    """
                ] + Self.respelling(lesson, placements.map(\.filing), listener), placements: placements,
                taught: FiledLibrary.taughtNames(knowledge.filed.values.map(\.said), knowledge.lessons))
        }
    }

    /// What is there by a name that was taught is written as most of its tracks have it now.
    private static func respelling(
        _ lesson: ListenerKnowledge.Lesson, _ filings: [Filing], _ listener: Listener
    ) -> [SQL] {
        switch lesson.kind {
        case .alias, .rename, .split:
            spellings(filings.flatMap { $0.credits.filter { lesson.names($0.key) }.map { (Place($0.key), $0.name) } })
                .map { place, name in
                    """
                    update app.library_artist
                       set name = \(name), name_key = \(SortKey(artist: name).description)
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and fold_key = \(place.key)
                       and name <> \(name)
                    """
                }
        case .label:
            spellings(filings.compactMap(\.label).map { (Place(TaughtPlaces.key($0)), $0) })
                .filter { lesson.names($0.place.key) }
                .map { place, name in
                    """
                    update app.library_label
                       set name = \(name), name_key = \(SortKey(name).description)
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and fold_key = \(place.key)
                       and name <> \(name)
                    """
                }
        case .album:
            spellings(
                filings.compactMap { filing in
                    filing.album.map { (Place(TaughtPlaces.key($0), of: filing.albumArtistKey ?? ""), $0) }
                }
            ).filter { lesson.names($0.place.key) }
                .map { place, name in
                    """
                    update app.library_album
                       set title = \(name), title_key = \(SortKey(name).description)
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and fold_key = \(place.key)
                       and artist_id = (select artist_id
                                          from app.library_artist
                                         where tenant_id = \(listener.tenant)
                                           and user_id = \(listener.account)
                                           and fold_key = \(place.artist))
                       and title <> \(name)
                    """
                }
        }
    }

    /// An artist or a label by its key, an album by its own and its artist's.
    private struct Place: Hashable {
        let key: String
        let artist: String

        init(_ key: String, of artist: String = "") { (self.key, self.artist) = (key, artist) }
    }

    /// How each is written most; of two the first by its text.
    private static func spellings(_ names: [(Place, String)]) -> [(place: Place, name: String)] {
        Dictionary(grouping: names, by: \.0).compactMap { place, names in
            let counts = Dictionary(names.map { ($0.1, 1) }, uniquingKeysWith: +)
            return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }.map { (place, $0.key) }
        }.sorted { ($0.place.key, $0.place.artist) < ($1.place.key, $1.place.artist) }
    }
}

extension ListenerKnowledge.Lesson {
    /// Whether it says how this is written, which it gives as a key.
    fileprivate func names(_ key: String) -> Bool {
        (kind.isOfArtists ? names[...] : names.prefix(1)).contains { TaughtPlaces.key($0) == key }
    }

    /// Whether a track stands under a name that it gives.
    fileprivate func names(_ filing: Filing) -> Bool {
        switch kind {
        case .alias, .rename, .split: filing.credits.contains { names($0.key) }
        case .album: filing.album.map { names(TaughtPlaces.key($0)) } ?? false
        case .label: filing.label.map { names(TaughtPlaces.key($0)) } ?? false
        }
    }
}
