import ArtistClassification
import Postgres
import SoundCloud
import Web

/// Functions that read the inputs of a change, which needs less data than a reclassification.
extension KnowledgeStore {
    /// Reads the library for changes. With `urn`, the evidence includes all stored uploads by the uploader of this track. Throws 503 if too many jobs
    /// are waiting for the workers.
    func readFiled(and urn: CloudURN?) async throws -> FiledLibraryCache.Entry {
        // The fingerprints are read first, so that changes during the reading make them outdated.
        let first = try await database.batch(
            in: listener.tenant,
            [filedMark, stateMark, Self.nameCorrections(of: listener), trackCorrections, uploaders(urn, [])],
            idempotent: true)
        guard let mark = try first[0].first?("mark", as: String.self),
            let state = try first[1].first?("mark", as: String.self)
        else { throw APIError.notLoggedIn }
        let nameCorrections = try first[2].map { try ListenerKnowledge.NameCorrection(row: $0) }
        var trackCorrections: [Int64: TrackCorrection] = [:]
        if let row = first[3].first {
            for track in try row("tracks", as: [Int64].self) { trackCorrections[track] = TrackCorrection() }
            for (track, words) in zip(try row("corrected", as: [Int64].self), try row("words", as: [String].self)) {
                trackCorrections[track] = TrackCorrection(words)
            }
        }
        var uploads: [Int64: Upload] = [:]
        try await readUploads(of: try first[4].first?("uploaders") ?? [], into: &uploads)
        let contents = try await workers.run(for: listener.tenant.description) { [trackCorrections, uploads] in
            FiledLibraryCache.Entry.Contents(
                FiledLibrary(uploads: uploads, trackCorrections: trackCorrections, nameCorrections: nameCorrections))
        }
        return FiledLibraryCache.Entry(
            contents: contents, mark: Mark(.filed, mark), state: Mark(.state, state), count: uploads.count)
    }

    /// Returns the stored uploads of the user who uploaded this track, by track key; empty if the track is not stored.
    func uploads(beside urn: CloudURN) async throws -> [Int64: Upload] {
        let rows = try await database.rows(
            in: listener.tenant,
            "select cloud_user_id from app.cloud_track where tenant_id = \(listener.tenant) and urn = \(urn)")
        var uploads: [Int64: Upload] = [:]
        try await readUploads(of: try rows.map { try $0("cloud_user_id") }, into: &uploads)
        return uploads
    }

    /// Returns whether the tracks, corrections and SoundCloud data of a cached library are current.
    func isCurrent(_ entry: FiledLibraryCache.Entry) async throws -> Bool {
        let rows = try await database.batch(in: listener.tenant, [stateMark, filedMark], idempotent: true)
        return try rows[0].first?("mark", as: String.self) == entry.state.text
            && rows[1].first?("mark", as: String.self) == entry.mark.text
    }

    /// The statement that selects the tracks of the library with the listener's corrections.
    private var trackCorrections: SQL {
        """
        select coalesce(array_agg(track_id), '{}') as tracks,
               coalesce(array_agg(track_id order by track_id) filter (where said <> '{}'), '{}') as corrected,
               coalesce(array_agg(said::text order by track_id) filter (where said <> '{}'), '{}') as words
          from app.library_track
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    /// The statement that computes the fingerprint of the tracks and of all corrections, without SoundCloud's data.
    var filedMark: SQL {
        """
        select (select count(*) || '.' || coalesce(sum(hashint8extended(track_id, 0)), 0)
                       || '.' || coalesce(sum(jsonb_hash_extended(said, track_id)) filter (where said <> '{}'), 0)
                  from app.library_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account))
            || ' ' ||
               (select count(*) || '.' || coalesce(sum(hashtextextended(
                           concat_ws(' ', teaching_id, kind, subject, names), 0)), 0)
                  from app.library_teaching
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)) as mark
        """
    }

    /// The statement that computes the fingerprint of the listener's likes and last sync, which bring new evidence.
    var stateMark: SQL {
        """
        select (select count(*) || '.' || coalesce(max(like_id), 0)
                  from app.cloud_like
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account))
            || ' ' ||
               coalesce((select s.sync_id || '.' || s.state || '.'
                                || (select coalesce(sum(p.pages), 0)
                                      from app.library_sync_part p
                                     where p.tenant_id = s.tenant_id
                                       and p.sync_id = s.sync_id)
                           from app.library_sync s
                          where s.tenant_id = \(listener.tenant)
                            and s.user_id = \(listener.account)
                          order by s.sync_id desc
                          limit 1), '') as mark
        """
    }
}
