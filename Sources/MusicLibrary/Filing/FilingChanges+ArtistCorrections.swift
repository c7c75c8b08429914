import ArtistClassification
import Postgres
import SoundCloud
import Web

/// The operations that merge, split and rename artists (spec L8).
extension FilingChanges {
    /// Stores a correction of an artist and files the affected tracks again, in one transaction. Returns the primary artists that the artist's tracks
    /// now have, sorted by name. Throws `EntryCorrectionRefusal`, or 503 if other changes interfered with every attempt or too many jobs are waiting.
    package func correct(
        _ correction: EntryCorrection, of artist: Int64, by listener: Listener
    ) async throws -> [LibraryTrack.Reference] {
        let tracks = try await change(by: listener) {
            try await reading(correction, of: artist, listener)
        } deciding: { library, reading in
            Self.outcome(of: reading, &library, listener)
        }
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select distinct a.name_key, a.artist_id, a.name
              from app.library_credit c
              join app.library_artist a
                on a.tenant_id = c.tenant_id and a.user_id = c.user_id and a.artist_id = c.artist_id
             where c.tenant_id = \(listener.tenant)
               and c.user_id = \(listener.account)
               and c.track_id = any (\(tracks))
               and c.role = 'primary'
             order by a.name_key, a.artist_id
            """)
        return try rows.map { LibraryTrack.Reference(id: try $0("artist_id"), name: try $0("name")) }
    }

    /// A correction and the tracks that it always affects.
    private struct Reading: Sendable {
        let correction: ListenerKnowledge.NameCorrection
        /// The tracks of the corrected artist.
        let tracks: [Int64]
        /// The tracks of the artist, the tracks of other artists on the artist's albums, and, for a merge, the tracks of the target artist.
        let touched: [Int64]
    }

    private func reading(_ correction: EntryCorrection, of artist: Int64, _ listener: Listener) async throws -> Reading
    {
        guard let name = try await name(artist, of: listener) else { throw EntryCorrectionRefusal.noEntry }
        let tracks = try await self.tracks(of: artist, listener)
        let touched = try await tracks + self.tracks(onAlbumsOf: artist, listener)
        switch correction {
        case .merge(let into):
            guard into != artist else { throw EntryCorrectionRefusal.itself }
            guard let target = try await self.name(into, of: listener) else { throw EntryCorrectionRefusal.noTarget }
            return Reading(
                correction: .init(kind: .alias, subject: name, names: [target]), tracks: tracks,
                touched: try await touched + self.tracks(of: into, listener))
        case .split(let names):
            return Reading(
                correction: .init(kind: .split, subject: name, names: names), tracks: tracks, touched: touched)
        case .rename(let new):
            return Reading(
                correction: .init(kind: .rename, subject: name, names: [new]), tracks: tracks, touched: touched)
        }
    }

    /// Files the affected tracks again and returns the tracks of the artist.
    private static func outcome(
        of reading: Reading, _ library: inout FiledLibrary, _ listener: Listener
    ) -> Outcome<[Int64]> {
        let moved = library.addCorrection(reading.correction)
        return Outcome(
            answer: reading.tracks,
            statements: reading.correction.writing(by: listener),
            trackFilings: library.trackFilings(moved, and: reading.touched), corrected: library.correctedNames)
    }

    private func tracks(of artist: Int64, _ listener: Listener) async throws -> [Int64] {
        try await database.rows(
            in: listener.tenant,
            """
            select distinct track_id
              from app.library_credit
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and artist_id = \(artist)
             order by track_id
            """
        ).map { try $0("track_id") }
    }

    private func tracks(onAlbumsOf artist: Int64, _ listener: Listener) async throws -> [Int64] {
        try await database.rows(
            in: listener.tenant,
            """
            select x.track_id
              from app.library_album al
              join app.library_track x
                on x.tenant_id = al.tenant_id and x.user_id = al.user_id and x.album_id = al.album_id
             where al.tenant_id = \(listener.tenant)
               and al.user_id = \(listener.account)
               and al.artist_id = \(artist)
               and x.artist_id <> al.artist_id
             order by x.track_id
            """
        ).map { try $0("track_id") }
    }

    private func name(_ artist: Int64, of listener: Listener) async throws -> String? {
        try await database.rows(
            in: listener.tenant,
            """
            select name
              from app.library_artist
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and artist_id = \(artist)
            """
        ).first.map { try $0("name") }
    }
}

extension ListenerKnowledge.NameCorrection {
    /// Returns the statements that store the correction and replace an earlier correction of the same kind and name.
    func writing(by listener: Listener) -> [SQL] {
        [
            """
            delete from app.library_teaching
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and kind = \(kind)
               and subject_key = \(subjectKey)
            """,
            """
            insert into app.library_teaching (tenant_id, user_id, kind, subject, subject_key, names)
            values (\(listener.tenant), \(listener.account), \(kind), \(subject), \(subjectKey), \(names))
            """,
        ]
    }
}
