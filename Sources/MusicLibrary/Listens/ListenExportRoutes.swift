import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoint that exports the listening history in the JSON Lines format of ListenBrainz, with true artists (spec M3).
public struct ListenExportRoutes: Sendable {
    private let export: DocumentExport
    private let listens: ListenStore

    /// The maximum number of listens in one export. Longer histories must be exported month by month.
    static let most: Int64 = 200_000

    /// Creates the endpoint. The spool stores documents of at least `ContentSpool.threshold` bytes on disk; `nil` keeps all documents in memory.
    public init(
        database: TenantDatabase, filing: FilingResources, spool: ContentSpool? = nil,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        export = DocumentExport(workers: "tutti.listens", database: database, filing: filing, spool: spool, now: now)
        listens = ListenStore(database: database)
    }

    public var routes: [Route] {
        [
            Route(
                "getListenExport", .get, "/api/v1/me/listens/listenbrainz.jsonl", access: .account, query: ["month"],
                endpoint: getListenExport)
        ]
    }

    /// Answers `getListenExport`: a file of the listens in one month in UTC, or of all listens if `month` is absent, oldest first; 409 for more than
    /// 200,000 listens, 422 for an invalid month.
    func getListenExport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let month = try request.queryFields().optional("month")
        let always = Listen.first..<Instant(milliseconds: export.now().milliseconds + 2 * Listen.aheadMs)
        guard let span = month == nil ? always : month.flatMap(Self.span) else {
            throw APIError.invalid(
                "month",
                "must be a month from 1970-01 to 2199-12, such as 2026-07, found \"\((month ?? "").prefix(100))\"")
        }
        return try await export.withPermit { try await document(span, name: month ?? "all", listener) }
    }

    /// Returns the period of a month such as "2026-07", from its beginning in UTC until before the next month; `nil` if the text is not a month from
    /// 1970-01 to 2199-12.
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
                name == "all"
                    ? "an export has at most \(Self.most) entries: export each month separately, for example with month=2026-07"
                    : "an export has at most \(Self.most) entries, and the history of \(name) has more: "
                        + "read the entries page by page from /api/v1/me/listens"
            )
        }
        let filings = try await export.filings(of: heard.ids, for: listener)
        var bytes: [UInt8] = []
        var position = TimePosition(microseconds: span.lowerBound.milliseconds * 1000, id: 0)
        while true {
            let piece = try await listens.listens(
                after: position, before: span.upperBound, limit: DocumentExport.step, of: listener)
            guard let last = piece.last else { break }
            position = last.position
            let items = try await export.contexts.items(piece.map(\.track)[...], for: listener)
            bytes += try await export.workers.run(for: listener.tenant.description) {
                try ListenBrainzLine.bytes(
                    items.map { item in
                        let listen = piece[item.index]
                        return ListenBrainzLine(listen, ExportedTrack(item, filing: filings[listen.track]))
                    })
            }
            if piece.count < DocumentExport.step { break }
        }
        return try await export.response(
            bytes, "application/jsonl", fileName: "listens-\(name).jsonl", to: listener)
    }
}
