import ArtistClassification
import Postgres
import SoundCloud
import Web

/// The operations that merge and rename albums and labels (spec L8). An album is not split as a whole: the listener corrects its tracks one by one.
extension FilingChanges {
    /// A correction of an artist, an album or a label.
    package enum EntryCorrection: Sendable, Hashable {
        case merge(into: Int64)
        case rename(String)
        /// Splits an artist into artists with these names. For an album or label, the correction is refused with `noEntry`.
        case split([String])
    }

    /// A reason why a correction was refused: no such entry, no such target of a merge, or an entry merged into itself.
    package enum EntryCorrectionRefusal: Error { case noEntry, noTarget, itself }

    /// Stores a correction of an entry and files the affected tracks again, in one transaction. Returns the entries under which the tracks of the
    /// corrected entry are then filed: artists sorted by name, albums and labels by descending number of these tracks.
    ///
    /// Throws `EntryCorrectionRefusal`, or 503 if other changes interfered with every attempt or too many jobs are waiting.
    package func correct(
        _ correction: EntryCorrection, _ category: BrowseStore.Category, _ id: Int64, by listener: Listener
    ) async throws -> [LibraryTrack.Reference] {
        if category == .artists { return try await correct(correction, of: id, by: listener) }
        let tracks = try await change(by: listener) {
            try await reading(correction, category, id, listener)
        } deciding: { library, reading in
            Self.outcome(of: reading, category, &library, listener)
        }
        let rows = try await database.rows(in: listener.tenant, Self.entries(category, of: tracks, listener))
        return try rows.map { LibraryTrack.Reference(id: try $0("id"), name: try $0("name")) }
    }

    /// A correction, the resulting name and artist, and the current tracks of the corrected album or label.
    private struct EntryReading: Sendable {
        let correction: ListenerKnowledge.NameCorrection
        let name: String
        /// The artist of the album after the correction; `nil` for a label or an album without an artist.
        let artist: LibraryTrack.Reference?
        let tracks: [Int64]
    }

    private func reading(
        _ correction: EntryCorrection, _ category: BrowseStore.Category, _ id: Int64, _ listener: Listener
    ) async throws -> EntryReading {
        let browse = BrowseStore(database: database)
        guard let entry = try await browse.entry(category, id, of: listener) else {
            throw EntryCorrectionRefusal.noEntry
        }
        let (name, artist): (String, LibraryTrack.Reference?)
        switch correction {
        case .merge(let into):
            guard into != id else { throw EntryCorrectionRefusal.itself }
            guard let target = try await browse.entry(category, into, of: listener) else {
                throw EntryCorrectionRefusal.noTarget
            }
            (name, artist) = (target.name, target.artist)
        case .rename(let new): (name, artist) = (new, entry.artist)
        case .split: throw EntryCorrectionRefusal.noEntry
        }
        let whose = artist?.id == entry.artist?.id ? [artist] : [entry.artist, artist]
        let corrected = ListenerKnowledge.NameCorrection(
            kind: category == .albums ? .album : .label, subject: entry.name,
            names: try await [name] + artistNames(whose, of: listener))
        let tracks = try await database.rows(in: listener.tenant, Self.tracks(category, id, listener)).map { row in
            try row("track_id", as: Int64.self)
        }
        return EntryReading(correction: corrected, name: name, artist: artist, tracks: tracks)
    }

    /// Files the affected tracks again and returns the tracks of the album or label.
    private static func outcome(
        of reading: EntryReading, _ category: BrowseStore.Category, _ library: inout FiledLibrary, _ listener: Listener
    ) -> Outcome<[Int64]> {
        let moved = library.addCorrection(reading.correction)
        return Outcome(
            answer: reading.tracks,
            statements: reading.correction.writing(by: listener)
                + [respelling(category, reading.name, reading.artist, listener)],
            trackFilings: library.trackFilings(moved, and: reading.tracks), corrected: library.correctedNames)
    }

    /// Returns the names of the artists and omits `nil`. If the stored key of an artist differs from the key of the name, the stored key is returned
    /// in place of the name.
    private func artistNames(_ artists: [LibraryTrack.Reference?], of listener: Listener) async throws -> [String] {
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
            names.append(key.isEmpty || ArtistName.foldKey(artist.name) == key ? artist.name : key)
        }
        return names
    }

    /// Returns the statement that sets the spelling of the label with the same fold key as `name`, or of the album by `artist`.
    private static func respelling(
        _ category: BrowseStore.Category, _ name: String, _ artist: LibraryTrack.Reference?, _ listener: Listener
    ) -> SQL {
        let key = ArtistName.foldKey(name)
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

    private static func tracks(_ category: BrowseStore.Category, _ id: Int64, _ listener: Listener) -> SQL {
        """
        select track_id
          from app.library_track
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: category.id) = \(id)
         order by track_id
        """
    }

    /// Returns the statement that selects the albums or labels of these tracks, sorted by descending number of these tracks.
    private static func entries(_ category: BrowseStore.Category, of tracks: [Int64], _ listener: Listener) -> SQL {
        """
        select e.\(name: category.id) as id, e.\(name: category.name) as name
          from app.library_track x
          join \(name: category.table) e
            on e.tenant_id = x.tenant_id and e.user_id = x.user_id and e.\(name: category.id) = x.\(name: category.id)
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.track_id = any (\(tracks))
         group by e.\(name: category.id), e.\(name: category.name)
         order by count(*) desc, e.\(name: category.id)
        """
    }
}
