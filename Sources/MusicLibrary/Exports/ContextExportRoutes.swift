import ArtistClassification
import Crypto
import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoint that exports play contexts as playlists for other programs (spec M4).
///
/// Each server builds one document at a time on its workers, 1000 tracks per step. A long document is written to an unnamed file,
/// so that many slow readers of long lists take no memory.
public struct ContextExportRoutes: Sendable {
    private let database: TenantDatabase
    private let filing: FilingResources
    private let contexts: PlayContexts
    private let spool: ContentSpool?
    private let now: @Sendable () -> Instant

    private let turns = RefreshTurns(places: 1)
    private let workers = Workers("tutti.playlists", width: 1, limit: 64)

    /// The number of tracks to read and write in one step.
    private static let piece = 1000
    /// The maximum length, in bytes, of a document to compress. Compressing a longer document takes more time than sending it.
    private static let compressed = 4 << 20

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
        contexts = PlayContexts(database: database)
    }

    public var routes: [Route] {
        [
            route("getContextXSPF", XSPFForm()), route("getContextJSPF", JSPFForm()), route("getContextM3U", M3UForm()),
        ]
    }

    private func route<Form: PlaylistForm>(_ operation: String, _ form: Form) -> Route {
        Route(operation, .get, PlayContextRoutes.path + "/playlist.\(Form.suffix)", access: .account) {
            request, context in
            let (listener, name) = (try context.listener, try PlayContextRoutes.context(request))
            return try await turns.passing { try await document(name, form, listener) }
        }
    }

    private func document<Form: PlaylistForm>(
        _ name: PlayContext, _ form: Form, _ listener: Listener
    ) async throws -> Response {
        guard let list = try await contexts.list(name, for: listener) else { throw PlayContextRoutes.absent }
        let filings = try await TrueArtists(database: database, listener: listener, workers: filing.workers)
            .filings(of: list.tracks)
        let realm = listener.tenant.description
        var bytes = try form.head(title: list.title)
        for begin in stride(from: 0, to: list.tracks.count, by: Self.piece) {
            let tracks = list.tracks[begin..<min(begin + Self.piece, list.tracks.count)]
            let items = try await contexts.items(tracks, for: listener)
            bytes += try await workers.run(for: realm) {
                try form.entries(
                    items.map { ExportedTrack($0, filing: filings[list.tracks[$0.index]]) }, isFirst: begin == 0)
            }
        }
        bytes += try form.tail()
        let whole = bytes
        let representation = try await workers.run(for: realm) { [spool, now] in
            Representation(
                mediaType: Form.mediaType, identity: whole, compress: whole.count <= Self.compressed,
                entityTag: Self.tag(of: whole, listener), lastModified: now().milliseconds / 1000,
                fields: [
                    "Cache-Control": "private, no-cache",
                    "Content-Disposition": "attachment; filename=\"\(list.title.asFileName).\(Form.suffix)\"",
                ], spool: spool)
        }
        return Response(content: .representation(representation))
    }

    /// Returns an entity tag computed from the listener and the bytes, so that a cached document is never valid for another
    /// listener.
    static func tag(of bytes: [UInt8], _ listener: Listener) -> String {
        let digest = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\"\(listener.tenant).\(listener.account).\(digest)\""
    }
}
