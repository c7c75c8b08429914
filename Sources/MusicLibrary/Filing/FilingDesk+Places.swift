import ArtistClassification
import Postgres
import Web

/// What a listener teaches of albums and labels (spec L8): merging and renaming them. An album may be merged into another artist's, as
/// the parts of a compilation are. That an album is two is said of its tracks,
/// each of which has one album; nothing in a title tells which of two is meant.
extension FilingDesk {
    /// What is taught of an album or a label.
    enum PlaceLesson: Sendable, Hashable {
        case merge(into: Int64)
        case rename(String)
    }

    /// Why nothing was taught.
    enum PlaceRefusal: Error { case noPlace, noTarget, itself }

    /// Writes down what is taught of an album or a label and files what it touches anew, in one transaction.
    ///
    /// - Parameter category: albums or labels; artists are taught by another door.
    /// - Returns: what its tracks stand under now.
    func teach(
        _ lesson: PlaceLesson, _ category: ShelfStore.Category, _ id: Int64, by listener: Listener
    ) async throws -> [LibraryTrack.Place] {
        let tracks = try await act(by: listener) { knowledge in
            try await outcome(of: lesson, category, id, &knowledge, listener)
        }
        let rows = try await database.rows(in: listener.tenant, Self.places(category, of: tracks, listener))
        return try rows.map { LibraryTrack.Place(id: try $0("id"), name: try $0("name")) }
    }

    /// The tracks of it, and what is written of them.
    private func outcome(
        of lesson: PlaceLesson, _ category: ShelfStore.Category, _ id: Int64, _ knowledge: inout ListenerKnowledge,
        _ listener: Listener
    ) async throws -> Outcome<[Int64]> {
        let shelves = ShelfStore(database: database)
        guard category != .artists, let place = try await shelves.entry(category, id, of: listener) else {
            throw PlaceRefusal.noPlace
        }
        let name: String
        // Whose it is afterwards.
        var whose = place.artist
        switch lesson {
        case .merge(let into):
            guard into != id else { throw PlaceRefusal.itself }
            guard let target = try await shelves.entry(category, into, of: listener) else {
                throw PlaceRefusal.noTarget
            }
            (name, whose) = (target.name, target.artist)
        case .rename(let new): name = new
        }
        let taught = ListenerKnowledge.Lesson(
            kind: category == .albums ? .album : .label, subject: place.name,
            names: try await [name]
                + artistNames(whose?.id == place.artist?.id ? [place.artist] : [place.artist, whose], of: listener))
        let before = try await filings(by: knowledge, of: listener)
        knowledge.lessons.removeAll { $0.kind == taught.kind && $0.placeKey == taught.placeKey }
        knowledge.lessons.append(taught)
        let after = try await filings(by: knowledge, of: listener)
        // What stands there now, by whatever rules it came there.
        let tracks = try await database.rows(in: listener.tenant, Self.tracks(category, id, listener)).map { row in
            try row("track_id", as: Int64.self)
        }
        let changed = Set(knowledge.filed.keys.filter { before[$0] != after[$0] }).union(tracks)
        return Outcome(
            answer: tracks,
            statements: Self.teaching(taught, listener) + [Self.respelling(category, name, whose, listener)],
            placements: changed.compactMap { track in
                guard let upload = knowledge.uploads[track], let filed = knowledge.filed[track],
                    let filing = after[track]
                else { return nil }
                return FilingWriter.Placement(upload, track, filed.said, filing)
            }, taught: FiledLibrary.taughtNames(knowledge.filed.values.map(\.said), knowledge.lessons))
    }

    /// Names by which these artists are found again: as they are written, unless what they are filed by says otherwise.
    private func artistNames(_ artists: [LibraryTrack.Place?], of listener: Listener) async throws -> [String] {
        var names: [String] = []
        for artist in artists.compactMap(\.self) {
            let rows = try await database.rows(
                in: listener.tenant,
                """
                select fold_key
                  from app.library_artist
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and artist_id = \(artist.id)
                """)
            let key: String = try rows.first?("fold_key") ?? ""
            names.append(key.isEmpty || TaughtPlaces.key(artist.name) == key ? artist.name : key)
        }
        return names
    }

    /// The tracks of the library as this files them, found on a worker.
    func filings(
        by knowledge: ListenerKnowledge, of listener: Listener
    ) async throws -> [Int64: Filing] {
        try await KnowledgeStore.workers.run(for: listener.tenant.description) { knowledge.filings() }
    }

    private static func teaching(_ lesson: ListenerKnowledge.Lesson, _ listener: Listener) -> [SQL] {
        [
            """
            delete from app.library_teaching
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and kind = \(lesson.kind)
               and subject_key = \(lesson.placeKey)
            """,
            """
            insert into app.library_teaching (tenant_id, user_id, kind, subject, subject_key, names)
            values (\(listener.tenant), \(listener.account), \(lesson.kind), \(lesson.subject), \(lesson.placeKey),
                    \(lesson.names))
            """,
        ]
    }

    /// What is there by this name already is written so from now on.
    private static func respelling(
        _ category: ShelfStore.Category, _ name: String, _ artist: LibraryTrack.Place?, _ listener: Listener
    ) -> SQL {
        let key = TaughtPlaces.key(name)
        return category == .albums
            ? """
            update app.library_album
               set title = \(name), title_key = \(SortKey(name).description)
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and fold_key = \(key)
               and artist_id = \(artist?.id)
               and title <> \(name)
            """
            : """
            update app.library_label
               set name = \(name), name_key = \(SortKey(name).description)
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and fold_key = \(key)
               and name <> \(name)
            """
    }

    private static func tracks(_ category: ShelfStore.Category, _ id: Int64, _ listener: Listener) -> SQL {
        category == .albums
            ? """
            select track_id
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and album_id = \(id)
             order by track_id
            """
            : """
            select track_id
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and label_id = \(id)
             order by track_id
            """
    }

    /// What these tracks stand under, what has most of them first.
    private static func places(_ category: ShelfStore.Category, of tracks: [Int64], _ listener: Listener) -> SQL {
        category == .albums
            ? """
            select al.album_id as id, al.title as name
              from app.library_track x
              join app.library_album al
                on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.track_id = any (\(tracks))
             group by al.album_id, al.title
             order by count(*) desc, al.album_id
            """
            : """
            select l.label_id as id, l.name
              from app.library_track x
              join app.library_label l
                on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.track_id = any (\(tracks))
             group by l.label_id, l.name
             order by count(*) desc, l.label_id
            """
    }
}

extension ListenerKnowledge.Lesson {
    /// What a lesson of an album or a label is told apart by: the artist of an album is part of what it is.
    var placeKey: String {
        let artist = kind == .album && names.count > 1 ? " \u{2044} " + TaughtPlaces.key(names[1]) : ""
        return TaughtPlaces.key(subject) + artist
    }
}
