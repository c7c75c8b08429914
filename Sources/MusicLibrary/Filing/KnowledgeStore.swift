import ArtistClassification
import Postgres
import SoundCloud
import Tenancy
import Web

/// A reader of the data that determines how a listener's tracks are filed: the filed library, the corrections and the evidence.
///
/// The evidence consists of all stored uploads of every user who uploaded a track in the listener's library or likes. The data is read in O(n), in
/// parts and without a transaction. Before a change is written, a ``Mark`` shows whether the library or the corrections have changed since.
struct KnowledgeStore: Sendable {
    let database: TenantDatabase
    let listener: Listener
    /// The workers that decode rows and classify tracks (`FilingResources`).
    let workers: Workers

    /// The maximum number of rows in one part of the evidence or of the library.
    private static let piece: Int64 = 5000
    /// The maximum number of uploaders in one statement.
    private static let uploaderPiece = 200

    /// A fingerprint of the data in a scope, which stays equal as long as the data does not change. The scopes `whole` and `filed` exclude
    /// SoundCloud's data, because a filing with slightly older data is acceptable.
    struct Mark: Sendable, Hashable {
        enum Scope: Sendable { case whole, filed, state }

        /// The data that the fingerprint covers: the filings and corrections (`whole`), the tracks in the library and corrections (`filed`), or the
        /// likes and the last sync (`state`).
        let scope: Scope
        let text: String

        init(_ scope: Scope, _ text: String) { (self.scope, self.text) = (scope, text) }

        /// Returns the fingerprint after the removal of a track with these summands, computed without the database; `nil` for a scope other than
        /// `filed`.
        func without(track: Int64, correction: Int64) -> Mark? {
            guard scope == .filed, let end = text.firstIndex(of: " ") else { return nil }
            let sums = text[..<end].split(separator: ".").compactMap { Int128($0) }
            guard sums.count == 3 else { return nil }
            let rest = [sums[0] - 1, sums[1] - Int128(track), sums[2] - Int128(correction)].map(String.init)
            return Mark(.filed, rest.joined(separator: ".") + text[end...])
        }
    }

    /// The data of one reading, and the fingerprint of the data.
    struct Reading: Sendable {
        var knowledge: ListenerKnowledge
        let mark: Mark
    }

    /// Reads the library with its filings, the corrections and the evidence, which includes all uploads by the uploaders of `tracks`.
    ///
    /// Throws 503 if too many jobs are waiting.
    func read(tracks: [Int64] = []) async throws -> Reading {
        // The fingerprint is read first, so that changes during the reading make it outdated.
        let first = try await database.batch(
            in: listener.tenant, [mark, Self.nameCorrections(of: listener), uploaders(nil, tracks)], idempotent: true)
        guard let mark = try first[0].first?("mark", as: String.self) else { throw APIError.notLoggedIn }
        let uploaders: [Int64] = try first[2].first?("uploaders") ?? []
        var knowledge = ListenerKnowledge()
        knowledge.nameCorrections = try first[1].map { try ListenerKnowledge.NameCorrection(row: $0) }
        try await readUploads(of: uploaders, into: &knowledge.uploads)
        try await readLibrary(into: &knowledge)
        return Reading(knowledge: knowledge, mark: Mark(.whole, mark))
    }

    /// Locks the filing of this listener until the end of the transaction. Returns whether the data still has the fingerprint `mark`.
    func holds(_ mark: Mark, in transaction: Transaction) async throws -> Bool {
        _ = try await transaction.rows(Self.lock(listener))
        return try await self.mark(mark.scope, in: transaction) == mark
    }

    /// Returns the current fingerprint of the data in this scope, or `nil` if the statement returns no row.
    func mark(_ scope: Mark.Scope, in transaction: Transaction) async throws -> Mark? {
        let statement =
            switch scope {
            case .whole: mark
            case .filed: filedMark
            case .state: stateMark
            }
        return try await transaction.rows(statement).first.map { Mark(scope, try $0("mark")) }
    }

    /// Returns the statement that locks a listener's filing, so that only one change is written at a time across all servers.
    static func lock(_ listener: Listener) -> SQL {
        "select pg_advisory_xact_lock(\(listener.tenant), hashtext('library ' || \(String(listener.account))))"
    }

    func readUploads(of uploaders: [Int64], into found: inout [Int64: Upload]) async throws {
        for begin in stride(from: 0, to: uploaders.count, by: Self.uploaderPiece) {
            try await readUploads(ofSome: Array(uploaders[begin...].prefix(Self.uploaderPiece)), into: &found)
        }
    }

    private func readUploads(ofSome uploaders: [Int64], into found: inout [Int64: Upload]) async throws {
        var last: Int64 = 0
        while true {
            let rows = try await database.rows(in: listener.tenant, evidence(of: uploaders, after: last))
            guard !rows.isEmpty else { return }
            let piece = try await workers.run(for: listener.tenant.description) {
                try rows.map { (track: try $0("track_id", as: Int64.self), upload: try Self.upload($0)) }
            }
            for (track, upload) in piece { found[track] = upload }
            last = piece.last?.track ?? last
            if Int64(rows.count) < Self.piece { return }
        }
    }

    private func readLibrary(into knowledge: inout ListenerKnowledge) async throws {
        var last: Int64 = 0
        while true {
            let rows = try await database.batch(
                in: listener.tenant, [library(after: last), credits(after: last)], idempotent: true)
            guard !rows[0].isEmpty else { return }
            let piece = try await workers.run(for: listener.tenant.description) {
                var credits: [Int64: [Row]] = [:]
                for row in rows[1] { credits[try row("track_id", as: Int64.self), default: []].append(row) }
                return try rows[0].map { try Self.filed($0, credits[$0("track_id", as: Int64.self)] ?? []) }
            }
            for filed in piece { knowledge.filed[filed.track] = filed }
            last = piece.last?.track ?? last
            if Int64(rows[0].count) < Self.piece { return }
        }
    }

    private var mark: SQL {
        """
        select (select count(*) || '.' || coalesce(sum(hashtextextended(
                           concat_ws(' ', track_id, artist_id, album_id, label_id, confidence, filed_by, is_settled, said,
                                     artist_text, title, version), 0)), 0)
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

    /// Returns the statement that selects the uploaders of the tracks in the library and the likes, of the track `urn`, if any, and of `tracks`.
    func uploaders(_ urn: CloudURN?, _ tracks: [Int64]) -> SQL {
        """
        with mine as (
            select track_id from app.library_track
             where tenant_id = \(listener.tenant) and user_id = \(listener.account)
            union
            select track_id from app.cloud_like
             where tenant_id = \(listener.tenant) and user_id = \(listener.account) and track_id is not null
            union
            select track_id from app.cloud_track where tenant_id = \(listener.tenant) and urn = \(urn)
            union
            select unnest(\(tracks))
        )
        select array(select distinct t.cloud_user_id
                       from mine m
                       join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.track_id = m.track_id
                      order by t.cloud_user_id) as uploaders
        """
    }

    /// Returns the statement that selects uploads sorted by key, each with the title of a playlist that may be its album: a public album, EP,
    /// compilation or single by the uploader or by the artist in the artist field, because others may put any track into an "album".
    ///
    /// Failing that, the title of a public playlist of the uploader, if at least half of the uploader's tracks in it repeat the title.
    private func evidence(of uploaders: [Int64], after track: Int64) -> SQL {
        """
        select t.track_id, t.urn, t.title, t.metadata_artist, t.label_name, t.release_title, t.isrc, t.genre,
               t.duration_ms, t.publisher ->> 'album_title' as album_title, t.publisher ->> 'p_line' as p_line,
               u.urn as user_urn, u.username, r.title as playlist_title, r.username as playlist_owner,
               s.title as set_title
          from app.cloud_track t
          join app.cloud_user u on u.tenant_id = \(listener.tenant) and u.cloud_user_id = t.cloud_user_id
          left join lateral (
               select p.title, o.username
                 from app.cloud_playlist_track k
                 join app.cloud_playlist p on p.tenant_id = \(listener.tenant) and p.playlist_id = k.playlist_id
                 join app.cloud_user o on o.tenant_id = \(listener.tenant) and o.cloud_user_id = p.cloud_user_id
                where k.tenant_id = \(listener.tenant)
                  and k.track_id = t.track_id
                  and p.is_public
                  and lower(p.kind) in ('album', 'ep', 'compilation', 'single')
                  and (p.cloud_user_id = t.cloud_user_id or lower(o.username) = lower(t.metadata_artist))
                order by array_position(array['album', 'ep', 'compilation', 'single'], lower(p.kind)), p.made_at,
                         p.playlist_id
                limit 1) r on true
          left join lateral (
               select p.title
                 from app.cloud_playlist_track k
                 join app.cloud_playlist p on p.tenant_id = \(listener.tenant) and p.playlist_id = k.playlist_id
                where k.tenant_id = \(listener.tenant)
                  and k.track_id = t.track_id
                  and r.title is null
                  and p.is_public
                  and lower(p.kind) in ('', 'playlist')
                  and p.cloud_user_id = t.cloud_user_id
                  and p.track_count between 3 and 100
                  and length(p.title) >= 3
                  and (select count(*) >= 3
                              and count(*) filter (where starts_with(lower(f.title), lower(p.title) || ' ')
                                                      or position(lower(p.title) || ')' in lower(f.title)) > 0
                                                      or position(lower(p.title) || ']' in lower(f.title)) > 0) * 2 >= count(*)
                         from app.cloud_playlist_track o
                         join app.cloud_track f on f.tenant_id = \(listener.tenant) and f.track_id = o.track_id
                        where o.tenant_id = \(listener.tenant)
                          and o.playlist_id = p.playlist_id
                          and f.cloud_user_id = p.cloud_user_id)
                order by p.made_at, p.playlist_id
                limit 1) s on true
         where t.tenant_id = \(listener.tenant)
           and t.cloud_user_id = any (\(uploaders))
           and t.track_id > \(track)
         order by t.track_id
         limit \(Self.piece)
        """
    }

    private func library(after track: Int64) -> SQL {
        """
        select x.track_id, t.urn, x.title, x.version, x.confidence, x.said::text as said, al.title as album_title,
               case when al.artist_id <> x.artist_id then b.fold_key end as album_artist, l.name as label_name, x.duration_ms, x.why, x.is_settled, x.filed_by
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
          left join app.library_album al
            on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
          left join app.library_artist b
            on b.tenant_id = al.tenant_id and b.user_id = al.user_id and b.artist_id = al.artist_id
          left join app.library_label l
            on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.track_id > \(track)
           and t.track_id > \(track)
         order by x.track_id
         limit \(Self.piece)
        """
    }

    /// Returns the statement that selects the credits of the tracks that `library(after:)` selects.
    private func credits(after track: Int64) -> SQL {
        """
        select c.track_id, c.role, c.credited_as, c.join_phrase, a.fold_key
          from (select track_id
                  from app.library_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and track_id > \(track)
                 order by track_id
                 limit \(Self.piece)) x
          join app.library_credit c
            on c.tenant_id = \(listener.tenant) and c.user_id = \(listener.account) and c.track_id = x.track_id
           and c.track_id > \(track)
          join app.library_artist a
            on a.tenant_id = \(listener.tenant) and a.user_id = \(listener.account) and a.artist_id = c.artist_id
         order by c.track_id, c.position
        """
    }

    /// Returns the statement that selects the corrections of names, in the order in which they were made.
    static func nameCorrections(of listener: Listener) -> SQL {
        """
        select kind, subject, names
          from app.library_teaching
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
         order by teaching_id
        """
    }

    private static func upload(_ row: Row) throws(PostgresError) -> Upload {
        func filled(_ column: String) throws(PostgresError) -> String? {
            guard let text = try row.optional(column, as: String.self), !text.isEmpty else { return nil }
            return text
        }
        var album = try filled("album_title")
        if album == nil, let title = try filled("playlist_title") {
            let artists = [try filled("playlist_owner"), try filled("username"), try filled("metadata_artist")]
            album = ReleaseTitle.name(title, of: artists.compactMap(\.self))
        }
        return Upload(
            id: try row("urn"), title: try row("title"), uploader: try row("username"), accountID: try row("user_urn"),
            metadataArtist: try filled("metadata_artist"), labelName: try filled("label_name"),
            albumTitle: album, release: try filled("release_title"), setTitle: try filled("set_title"),
            publicationLine: try filled("p_line"), isrc: try filled("isrc"), genre: try filled("genre"),
            durationMs: Int64(try row("duration_ms", as: Int32.self)))
    }

    /// Returns the current filing of a track in the library.
    private static func filed(_ row: Row, _ credits: [Row]) throws(PostgresError) -> ListenerKnowledge.Filed {
        let (title, version): (String, String) = (try row("title"), try row("version"))
        var named: [ArtistCredit] = []
        for credit in credits {
            named.append(
                ArtistCredit(
                    role: .init(stored: try credit("role")), name: try credit("credited_as"),
                    key: try credit("fold_key"), joinPhrase: try credit("join_phrase")))
        }
        let why: [String] = try row("why")
        let isLong = Int64(try row("duration_ms", as: Int32.self)) >= Classifier.longRecordingMs
        let filing = Filing(
            id: try row("urn"), credits: named, title: title, creditedTitle: title, coreTitle: title,
            version: version.isEmpty ? nil : version, album: try row.optional("album_title"),
            albumArtist: try row.optional("album_artist"), label: try row.optional("label_name"),
            suggestedShelf: isLong || why.contains(Reason(.episode).text) ? .podcasts : .songs,
            confidence: Double(try row("confidence", as: Float.self)), reasons: [])
        return ListenerKnowledge.Filed(
            track: try row("track_id"), correction: TrackCorrection(try row("said", as: String.self)), filing: filing,
            isSettled: try row("is_settled"), filedBy: try row("filed_by"))
    }
}

extension ListenerKnowledge.NameCorrection: RowDecodable {
    init(row: Row) throws(PostgresError) {
        self.init(kind: try row("kind"), subject: try row("subject"), names: try row("names"))
    }
}

extension ArtistCredit.Role {
    /// The name of the role in `app.library_credit`.
    var stored: String {
        switch self {
        case .main: "primary"
        case .original: "covered"
        case .featured, .remixer, .producer: rawValue
        }
    }

    init(stored: String) {
        self =
            switch stored {
            case "covered": .original
            case "featured": .featured
            case "remixer": .remixer
            case "producer": .producer
            default: .main
            }
    }
}
