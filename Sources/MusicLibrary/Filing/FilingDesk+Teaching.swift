import ArtistClassification
import Postgres
import Web

/// What a listener teaches of names (spec L8): merging, splitting and renaming artists.
extension FilingDesk {
    /// What is taught of an artist.
    enum Lesson: Sendable, Hashable {
        case merge(into: Int64)
        case split([String])
        case rename(String)
    }

    /// Why nothing was taught.
    enum Refusal: Error { case noArtist, noTarget, itself }

    /// Writes down what is taught of an artist and files what it touches anew, in one transaction.
    ///
    /// - Returns: whom the artist's tracks stand under now.
    func teach(_ lesson: Lesson, of artist: Int64, by listener: Listener) async throws -> [LibraryTrack.Place] {
        let tracks = try await act(by: listener) { knowledge in
            try await outcome(of: lesson, of: artist, &knowledge, listener)
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
        return try rows.map { LibraryTrack.Place(id: try $0("artist_id"), name: try $0("name")) }
    }

    /// The tracks of the artist, and what is written of them.
    private func outcome(
        of lesson: Lesson, of artist: Int64, _ knowledge: inout ListenerKnowledge, _ listener: Listener
    ) async throws -> Outcome<[Int64]> {
        guard let name = try await name(artist, of: listener) else { throw Refusal.noArtist }
        let taught: ListenerKnowledge.Lesson
        var touched: Set<Int64> = [artist]
        switch lesson {
        case .merge(let into):
            guard into != artist else { throw Refusal.itself }
            guard let target = try await self.name(into, of: listener) else { throw Refusal.noTarget }
            touched.insert(into)
            taught = .init(kind: .alias, subject: name, names: [target])
        case .split(let names): taught = .init(kind: .split, subject: name, names: names)
        case .rename(let new): taught = .init(kind: .rename, subject: name, names: [new])
        }
        let before = try await filings(by: knowledge, of: listener)
        let key = Filing.key(ArtistName.key(name), of: name)
        knowledge.lessons.removeAll {
            $0.kind == taught.kind && Filing.key(ArtistName.key($0.subject), of: $0.subject) == key
        }
        knowledge.lessons.append(taught)
        let after = try await filings(by: knowledge, of: listener)
        let changed = knowledge.filed.values.filter { filed in
            before[filed.track] != after[filed.track] || !filed.artists.isDisjoint(with: touched)
        }
        let tracks = knowledge.filed.values.filter { $0.artists.contains(artist) }.map(\.track).sorted()
        return Outcome(
            answer: tracks,
            statements: [
                """
                delete from app.library_teaching
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and kind = \(taught.kind)
                   and subject_key = \(key)
                """,
                """
                insert into app.library_teaching (tenant_id, user_id, kind, subject, subject_key, names)
                values (\(listener.tenant), \(listener.account), \(taught.kind), \(name), \(key), \(taught.names))
                """,
            ], filings: after, changed: Set(changed.map(\.track)))
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
