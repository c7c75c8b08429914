import ArtistClassification
import Postgres
import SoundCloud

/// The operation that undoes a correction of a name (spec L8).
extension FilingChanges {
    /// Deletes a correction and files the affected tracks again, in one transaction. A correction that the deleted one replaced is not restored.
    /// Returns whether the correction existed. Throws 503 if other changes interfered with every attempt or too many jobs are waiting.
    package func revert(_ id: StoredCorrection.ID, by listener: Listener) async throws -> Bool {
        try await change(by: listener) {
            let correction = try await StoredCorrectionStore(database: database).correction(id, of: listener)?
                .correction
            return (correction, try await tracks(namedBy: correction, listener))
        } deciding: { library, reading in
            guard let correction = reading.0 else { return .nothing(false) }
            let moved = library.forget(correction)
            // Files the tracks under the assigned names again, because the spelling of these names may change.
            let trackFilings = library.trackFilings(moved, and: reading.1)
            return Outcome(
                answer: true,
                statements: [
                    """
                    delete from app.library_teaching
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and teaching_id = \(id)
                    """
                ] + Self.respelling(correction, trackFilings.map(\.filing), listener), trackFilings: trackFilings,
                corrected: library.correctedNames)
        }
    }

    /// Returns the tracks that are filed under the names assigned by the correction; empty without a correction.
    private func tracks(namedBy correction: ListenerKnowledge.NameCorrection?, _ listener: Listener) async throws
        -> [Int64]
    {
        guard let correction else { return [] }
        let keys = correction.given.map(ArtistName.foldKey)
        let statement: SQL =
            switch correction.kind {
            case .alias, .rename, .split:
                """
                select distinct c.track_id
                  from app.library_artist a
                  join app.library_credit c
                    on c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id
                 where a.tenant_id = \(listener.tenant)
                   and a.user_id = \(listener.account)
                   and a.fold_key = any (\(keys))
                """
            case .album: Self.tracks(.albums, named: keys, listener)
            case .label: Self.tracks(.labels, named: keys, listener)
            }
        return try await database.rows(in: listener.tenant, statement).map { try $0("track_id") }
    }

    private static func tracks(_ category: BrowseStore.Category, named keys: [String], _ listener: Listener) -> SQL {
        """
        select x.track_id
          from \(name: category.table) e
          join app.library_track x
            on x.tenant_id = e.tenant_id and x.user_id = e.user_id and x.\(name: category.id) = e.\(name: category.id)
         where e.tenant_id = \(listener.tenant)
           and e.user_id = \(listener.account)
           and e.fold_key = any (\(keys))
        """
    }

    /// Returns the statements that set each name assigned by the correction to its most frequent spelling among the filings.
    private static func respelling(
        _ correction: ListenerKnowledge.NameCorrection, _ filings: [Filing], _ listener: Listener
    ) -> [SQL] {
        switch correction.kind {
        case .alias, .rename, .split:
            spellings(
                filings.flatMap { $0.credits.filter { correction.names($0.key) }.map { (NameKey($0.key), $0.name) } }
            )
            .map { key, name in
                respelling(.artists, key.key, as: name, SortKey(artist: name), listener)
            }
        case .label:
            spellings(filings.compactMap(\.label).map { (NameKey(ArtistName.foldKey($0)), $0) })
                .filter { correction.names($0.key.key) }
                .map { key, name in respelling(.labels, key.key, as: name, SortKey(name), listener) }
        case .album:
            spellings(
                filings.compactMap { filing in
                    filing.album.map { (NameKey(ArtistName.foldKey($0), of: filing.albumArtistKey ?? ""), $0) }
                }
            ).filter { correction.names($0.key.key) }
                .map { key, name in
                    """
                    update app.library_album
                       set title = \(name), title_key = \(SortKey(name).description)
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and fold_key = \(key.key)
                       and artist_id = (select artist_id
                                          from app.library_artist
                                         where tenant_id = \(listener.tenant)
                                           and user_id = \(listener.account)
                                           and fold_key = \(key.artist))
                       and title <> \(name)
                    """
                }
        }
    }

    private static func respelling(
        _ category: BrowseStore.Category, _ key: String, as name: String, _ sortKey: SortKey, _ listener: Listener
    ) -> SQL {
        """
        update \(name: category.table)
           set name = \(name), name_key = \(sortKey.description)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and fold_key = \(key)
           and name <> \(name)
        """
    }

    /// The key of an artist or a label, or the keys of an album and its artist.
    private struct NameKey: Hashable {
        let key: String
        let artist: String

        init(_ key: String, of artist: String = "") { (self.key, self.artist) = (key, artist) }
    }

    /// Returns the most frequent spelling of each name. Of two equally frequent spellings, the alphabetically first is returned.
    private static func spellings(_ names: [(NameKey, String)]) -> [(key: NameKey, name: String)] {
        Dictionary(grouping: names, by: \.0).compactMap { key, names in
            let counts = Dictionary(names.map { ($0.1, 1) }, uniquingKeysWith: +)
            return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }.map { (key, $0.key) }
        }.sorted { ($0.key.key, $0.key.artist) < ($1.key.key, $1.key.artist) }
    }
}

extension ListenerKnowledge.NameCorrection {
    /// The names that the correction assigns; for an album, the title without the artists.
    fileprivate var given: ArraySlice<String> { kind.isOfArtists ? names[...] : names.prefix(1) }

    /// Returns whether the correction assigns the name with this key.
    fileprivate func names(_ key: String) -> Bool { given.contains { ArtistName.foldKey($0) == key } }
}
