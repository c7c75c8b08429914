import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints that export play contexts as playlists for other software (spec M4).
public struct ContextExportRoutes: Sendable {
    private let export: DocumentExport

    /// Creates the endpoints. The spool stores documents of at least `ContentSpool.threshold` bytes on disk; `nil` keeps all documents in memory.
    public init(
        database: TenantDatabase, filing: FilingResources, spool: ContentSpool? = nil,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        export = DocumentExport(
            workers: "tutti.playlists", database: database, filing: filing, spool: spool, now: now)
    }

    public var routes: [Route] {
        [
            route("getContextXSPF", XSPFFormat()), route("getContextJSPF", JSPFFormat()),
            route("getContextM3U", M3UFormat()),
        ]
    }

    private func route<Form: PlaylistFormat>(_ operation: String, _ form: Form) -> Route {
        Route(operation, .get, PlayContextRoutes.path + "/playlist.\(Form.suffix)", access: .account) {
            request, context in
            let (listener, name) = (try context.listener, try PlayContextRoutes.context(request))
            return try await export.withPermit { try await document(name, form, listener) }
        }
    }

    private func document<Form: PlaylistFormat>(
        _ name: PlayContext, _ form: Form, _ listener: Listener
    ) async throws -> Response {
        guard let list = try await export.contexts.list(name, for: listener) else { throw PlayContextRoutes.absent }
        let filings = try await export.filings(of: list.tracks, for: listener)
        var (bytes, isFirst) = (try form.head(title: list.title), true)
        for begin in stride(from: 0, to: list.tracks.count, by: DocumentExport.step) {
            let tracks = list.tracks[begin..<min(begin + DocumentExport.step, list.tracks.count)]
            let items = try await export.contexts.items(tracks, for: listener)
            bytes += try await export.workers.run(for: listener.tenant.description) { [isFirst] in
                try form.entries(
                    items.map { ExportedTrack($0, filing: filings[list.tracks[$0.index]]) }, isFirst: isFirst)
            }
            if !items.isEmpty { isFirst = false }
        }
        bytes += try form.tail()
        return try await export.response(
            bytes, Form.mediaType, fileName: "\(list.title.asFileName).\(Form.suffix)", to: listener)
    }
}
