import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoint that exports the listening history in the JSON Lines format of ListenBrainz, with true artists (spec M3).
public struct ListenExportRoutes: Sendable {
    private let database: TenantDatabase
    private let filing: FilingResources
    private let listens: ListenStore
    private let contexts: PlayContexts
    private let spool: ContentSpool?
    private let now: @Sendable () -> Instant

    private let turns = RefreshTurns(places: 1)
    private let workers = Workers("tutti.listens", width: 1, limit: 64)

    private static let piece = 1000
    private static let compressed = 4 << 20
    /// The maximum number of listens in one export. Listeners export longer histories month by month.
    static let most: Int64 = 200_000

    /// Creates the endpoint.
    ///
    /// - Parameter spool: stores long documents on disk; `nil` keeps them in memory.
    public init(
        database: TenantDatabase, filing: FilingResources, spool: ContentSpool? = nil,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.database = database
        self.filing = filing
        self.spool = spool
        self.now = now
        listens = ListenStore(database: database)
        contexts = PlayContexts(database: database)
    }

    public var routes: [Route] {
        [
            Route(
                "getListenExport", .get, "/api/v1/me/listens/listenbrainz.jsonl", access: .account, query: ["month"],
                endpoint: getListenExport)
        ]
    }

    /// Answers `getListenExport`, for one month in UTC or for all time.
    func getListenExport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let month = try request.queryFields().optional("month")
        let always = Listen.first..<Instant(milliseconds: now().milliseconds + 2 * Listen.aheadMs)
        guard let span = month == nil ? always : month.flatMap(Self.span) else {
            throw APIError.invalid(
                "month",
                "must be a month from 1970-01 to 2199-12, such as 2026-07, found \"\((month ?? "").prefix(100))\"")
        }
        return try await turns.passing { try await document(span, name: month ?? "all", listener) }
    }

    /// Parses a month such as "2026-07". Returns `nil` if the text is not a month.
    static func span(_ text: String) -> Range<Instant>? {
        guard text.utf8.count == 7, let begin = Instant(rfc3339: "\(text)-01T00:00:00Z"),
            begin >= Instant(milliseconds: 0),
            let month = Int(text.suffix(2)), let year = Int(text.prefix(4)), year < 2200
        else { return nil }
        let next = month == 12 ? "\(year + 1)-01" : "\(text.prefix(5))\(month < 9 ? "0" : "")\(month + 1)"
        return Instant(rfc3339: "\(next)-01T00:00:00Z").map { begin..<$0 }
    }

    private func document(_ span: Range<Instant>, name: String, _ listener: Listener) async throws -> Response {
        let heard = try await listens.tracks(from: span.lowerBound, to: span.upperBound, of: listener)
        guard heard.count <= Self.most else {
            throw APIError(
                .conflict, code: .tooManyListens,
                "the history has more than \(Self.most) entries: export one month at a time, such as month=2026-07"
            )
        }
        let filings = try await TrueArtists(database: database, listener: listener, workers: filing.workers)
            .filings(of: heard.ids)
        let realm = listener.tenant.description
        var bytes: [UInt8] = []
        var place = TimePosition(microseconds: span.lowerBound.milliseconds * 1000, id: 0)
        while true {
            let piece = try await listens.listens(
                after: place, before: span.upperBound, limit: Self.piece, of: listener)
            guard let last = piece.last else { break }
            place = last.place
            let items = try await contexts.items(piece.map(\.track)[...], for: listener)
            bytes += try await workers.run(for: realm) {
                try ListenBrainzLine.bytes(
                    items.map { item in
                        let listen = piece[item.index]
                        return ListenBrainzLine(listen, ExportedTrack(item, filing: filings[listen.track]))
                    })
            }
            if piece.count < Self.piece { break }
        }
        let whole = bytes
        let representation = try await workers.run(for: realm) { [spool, now] in
            Representation(
                mediaType: "application/jsonl", identity: whole, compress: whole.count <= Self.compressed,
                entityTag: ContextExportRoutes.tag(of: whole, listener), lastModified: now().milliseconds / 1000,
                fields: [
                    "Cache-Control": "private, no-cache",
                    "Content-Disposition": "attachment; filename=\"listens-\(name).jsonl\"",
                ], spool: spool)
        }
        return Response(content: .representation(representation))
    }
}
