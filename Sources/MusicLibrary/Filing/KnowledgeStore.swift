import ArtistClassification
import Postgres
import Tenancy

/// Reads what the filing of a listener's tracks goes by.
///
/// Evidence are the listener's library and likes, and all that is stored of whoever uploaded those: O(their number).
struct KnowledgeStore: Sendable {
    let listener: Listener

    /// Reads it in a transaction, and keeps other filings of this listener waiting until its end.
    ///
    /// - Parameter urn: a track to be filed that need not be in the library.
    func read(in transaction: Transaction, and urn: CloudURN? = nil) async throws -> ListenerKnowledge {
        _ = try await transaction.rows(
            """
            select pg_advisory_xact_lock(\(listener.tenant), hashtext('library ' || \(String(listener.account))))
            """)
        let rows = try await transaction.batch([evidence(urn), library, credits, lessons])
        var knowledge = ListenerKnowledge()
        for row in rows[0] { knowledge.uploads[try row("track_id")] = try Self.upload(row) }
        var credits: [Int64: [Row]] = [:]
        for row in rows[2] { credits[try row("track_id", as: Int64.self), default: []].append(row) }
        for row in rows[1] {
            let track: Int64 = try row("track_id")
            knowledge.filed[track] = try Self.filed(row, credits[track] ?? [])
        }
        knowledge.lessons = try rows[3].map { try ListenerKnowledge.Lesson(row: $0) }
        return knowledge
    }

    private func evidence(_ urn: CloudURN?) -> SQL {
        """
        with mine as (
            select track_id from app.library_track
             where tenant_id = \(listener.tenant) and user_id = \(listener.account)
            union
            select track_id from app.cloud_like
             where tenant_id = \(listener.tenant) and user_id = \(listener.account) and track_id is not null
            union
            select track_id from app.cloud_track where tenant_id = \(listener.tenant) and urn = \(urn)
        ), uploader as (
            select distinct t.cloud_user_id
              from mine m
              join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.track_id = m.track_id
        )
        select t.track_id, t.urn, t.title, t.metadata_artist, t.label_name, t.release_title, t.isrc, t.genre,
               t.duration_ms, t.publisher ->> 'album_title' as album_title, t.publisher ->> 'p_line' as p_line,
               u.urn as user_urn, u.username
          from uploader o
          join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.cloud_user_id = o.cloud_user_id
          join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
        """
    }

    private var library: SQL {
        """
        select x.track_id, t.urn, x.title, x.version, x.confidence, x.said::text as said, al.title as album_title,
               l.name as label_name, x.duration_ms, x.why
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
          left join app.library_album al
            on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
          left join app.library_label l
            on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
        """
    }

    private var credits: SQL {
        """
        select c.track_id, c.artist_id, c.role, c.credited_as, c.join_phrase, a.fold_key
          from app.library_credit c
          join app.library_artist a
            on a.tenant_id = c.tenant_id and a.user_id = c.user_id and a.artist_id = c.artist_id
         where c.tenant_id = \(listener.tenant)
           and c.user_id = \(listener.account)
         order by c.track_id, c.position
        """
    }

    /// What was taught of names, in the order in which it was.
    var lessons: SQL {
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
        return Upload(
            id: try row("urn"), title: try row("title"), uploader: try row("username"), accountID: try row("user_urn"),
            metadataArtist: try filled("metadata_artist"), labelName: try filled("label_name"),
            albumTitle: try filled("album_title"), release: try filled("release_title"),
            publicationLine: try filled("p_line"), isrc: try filled("isrc"), genre: try filled("genre"),
            durationMs: Int64(try row("duration_ms", as: Int32.self)))
    }

    /// As it stands in the library now.
    private static func filed(_ row: Row, _ credits: [Row]) throws(PostgresError) -> ListenerKnowledge.Filed {
        let (title, version): (String, String) = (try row("title"), try row("version"))
        var named: [ArtistCredit] = []
        var artists: Set<Int64> = []
        for credit in credits {
            artists.insert(try credit("artist_id"))
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
            label: try row.optional("label_name"),
            suggestedShelf: isLong || why.contains(Reason(.episode).text) ? .podcasts : .songs,
            confidence: Double(try row("confidence", as: Float.self)), reasons: [])
        return ListenerKnowledge.Filed(
            track: try row("track_id"), said: Said(try row("said", as: String.self)), artists: artists, filing: filing)
    }
}

extension ListenerKnowledge.Lesson: RowDecodable {
    init(row: Row) throws(PostgresError) {
        self.init(kind: try row("kind"), subject: try row("subject"), names: try row("names"))
    }
}

extension ArtistCredit.Role {
    /// As `app.library_credit` calls it.
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
