import Postgres
import Tenancy

/// A store of programmes, which reads each programme in one transaction. It caches the newest revision of each programme that it has read, so that a
/// step does not read thousands of measures.
final class LiveProgramStore: Sendable {
    /// The largest number of cached programmes of all tenants together. A programme takes about 100 kB.
    static let capacity = 64

    private let database: TenantDatabase
    private let programs: TenantCache<Concert.ID, LiveProgram?>

    init(database: TenantDatabase) {
        self.database = database
        programs = TenantCache(
            of: database.observers, .byQuestion, limit: CacheLimit(of: .allTenants, count: Self.capacity))
    }

    /// Returns the programme at this revision or a newer one; `nil` if the concert has been deleted or has no pieces. The caller must check the
    /// revision of the result.
    func program(of concert: Concert.ID, revision: Int, in tenant: TenantID) async throws -> LiveProgram? {
        try await programs.value(concert, of: tenant, where: { $0?.revision == revision }) { [self] _ in
            try await read(concert, in: tenant)
        }
    }

    /// Returns the cached programme without a query; `nil` if it is not cached. Its revision may be outdated.
    func kept(_ concert: Concert.ID, in tenant: TenantID) -> LiveProgram? {
        programs.last(concert, of: tenant) ?? nil
    }

    /// Reads the programme. Each statement of the transaction sees the data committed before that statement, so the revision is read first and last,
    /// and everything is read again if it has changed.
    private func read(_ concert: Concert.ID, in tenant: TenantID) async throws(PostgresError) -> LiveProgram? {
        while true {
            let rows = try await database.batch(in: tenant, Self.content(of: concert, in: tenant))
            guard let first = rows[0].first, let last = rows[4].first else { return nil }
            guard try first("revision", as: Int.self) == last("revision") else { continue }
            return try Self.program(of: concert, first: first, rows)
        }
    }

    private static func content(of concert: Concert.ID, in tenant: TenantID) -> [SQL] {
        [
            """
            select c.title, c.revision, p.piece_id, p.name, p.name_key, p.measure_count, p.end_ms
              from app.concert c
              join app.piece p on p.tenant_id = c.tenant_id and p.concert_id = c.concert_id
             where c.tenant_id = \(tenant)
               and c.concert_id = \(concert)
             order by p.position
            """,
            """
            select m.piece_id, m.measure, m.printed, m.pass, m.start_ms
              from app.piece p
              join app.measure m on m.tenant_id = p.tenant_id and m.piece_id = p.piece_id
             where p.tenant_id = \(tenant)
               and p.concert_id = \(concert)
             order by m.piece_id, m.measure
            """,
            """
            select s.piece_id, s.measure, s.label, s.colour
              from app.piece p
              join app.structure_section s on s.tenant_id = p.tenant_id and s.piece_id = p.piece_id
             where p.tenant_id = \(tenant)
               and p.concert_id = \(concert)
             order by s.piece_id, s.position
            """,
            """
            select t.piece_id, t.track_id, t.name, a.measure, a.text
              from app.piece p
              join app.annotation_track t on t.tenant_id = p.tenant_id and t.piece_id = p.piece_id
              left join app.annotation a on a.tenant_id = t.tenant_id and a.track_id = t.track_id
             where p.tenant_id = \(tenant)
               and p.concert_id = \(concert)
             order by t.piece_id, t.position, a.position
            """,
            """
            select revision from app.concert where tenant_id = \(tenant) and concert_id = \(concert)
            """,
        ]
    }

    /// Creates the programme from the rows of `content(of:in:)`. `first` is the row of the first piece.
    private static func program(
        of concert: Concert.ID, first: Row, _ rows: [[Row]]
    ) throws(PostgresError) -> LiveProgram {
        let measures = try byPiece(rows[1]) { (row) throws(PostgresError) in
            LiveProgram.PrintedMeasure(number: try row("printed"), pass: try row("pass"))
        }
        let sections = try byPiece(rows[2]) { (row) throws(PostgresError) in
            // The table checks only the form; an unknown colour is shown as gray.
            let colour: String = try row("colour")
            return LiveProgram.Section(
                measure: try row("measure"), label: try row("label"), colour: Colour(colour) ?? .tag(.gray))
        }
        let starts = try byPiece(rows[1]) { (row) throws(PostgresError) -> Int in try row("start_ms") }
        let tracks = try Self.tracks(rows[3])
        var pieces: [LiveProgram.Piece] = []
        for row in rows[0] {
            let id: Int64 = try row("piece_id")
            pieces.append(
                LiveProgram.Piece(
                    id: id, name: try row("name"), measureCount: try row("measure_count"),
                    printed: measures[id] ?? [], sections: sections[id] ?? [], key: try row("name_key"),
                    starts: starts[id] ?? [], endMs: try row("end_ms"), tracks: tracks[id] ?? []))
        }
        return LiveProgram(
            concert: concert, revision: try first("revision"), title: try first("title"), pieces: pieces)
    }

    private static func tracks(_ rows: [Row]) throws(PostgresError) -> [Int64: [LiveProgram.Track]] {
        var tracks: [Int64: [LiveProgram.Track]] = [:]
        var annotations: [LiveProgram.Annotation] = []
        for (index, row) in rows.enumerated() {
            if let text = try row.optional("text", as: String.self) {
                annotations.append(LiveProgram.Annotation(measure: try row("measure"), text: text))
            }
            let track: Int64 = try row("track_id")
            if rows.indices.contains(index + 1), try rows[index + 1]("track_id", as: Int64.self) == track { continue }
            tracks[try row("piece_id"), default: []].append(
                LiveProgram.Track(name: try row("name"), annotations: annotations))
            annotations = []
        }
        return tracks
    }

    private static func byPiece<Value>(
        _ rows: [Row], _ value: (Row) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Int64: [Value]] {
        var values: [Int64: [Value]] = [:]
        for row in rows { values[try row("piece_id"), default: []].append(try value(row)) }
        return values
    }
}
