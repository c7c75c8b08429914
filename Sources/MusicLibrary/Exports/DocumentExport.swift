import ArtistClassification
import Cryptography
import HTTP
import SoundCloud
import Tenancy
import Web

/// The resources that all exports of one kind share (spec M3, M4). Each instance builds one document at a time, in steps, on its workers.
struct DocumentExport: Sendable {
    let filing: FilingResources
    let spool: ContentSpool?
    let now: @Sendable () -> Instant
    let workers: Workers
    let contexts: PlayContexts
    private let database: TenantDatabase
    private let semaphore = AsyncSemaphore(permits: 1)

    /// The number of tracks that an export reads and writes in one step.
    static let step = 1000
    /// The maximum length, in bytes, of a document to compress. Compressing a longer document takes more time than sending it.
    private static let compressed = 4 << 20

    /// Creates the resources. The spool stores documents of at least `ContentSpool.threshold` bytes on disk, so that slow clients do not occupy
    /// memory; `nil` keeps all documents in memory.
    init(
        workers: String, database: TenantDatabase, filing: FilingResources, spool: ContentSpool?,
        now: @escaping @Sendable () -> Instant
    ) {
        self.workers = Workers(workers, width: 1, limit: 64)
        self.database = database
        self.filing = filing
        self.spool = spool
        self.now = now
        contexts = PlayContexts(database: database)
    }

    /// Runs `body` after all earlier calls of this instance have ended, so that one document is built at a time.
    func withPermit(_ body: () async throws -> Response) async throws -> Response {
        try await semaphore.withPermit(body)
    }

    /// Classifies those of the given tracks that the listener has not added, and returns their filings by track key. Tracks that are not stored are
    /// omitted. Writes nothing.
    ///
    /// O(n) in the number of all stored uploads by the uploaders of `tracks` and of the tracks in the library and in the likes.
    func filings(of tracks: [Int64], for listener: Listener) async throws -> [Int64: Filing] {
        try await TrueArtists(database: database, listener: listener, workers: filing.workers).filings(of: tracks)
    }

    /// Returns a document as an attachment with an entity tag. Documents of at most 4 MiB can be sent compressed. Throws 503 if too many documents
    /// are waiting.
    func response(
        _ bytes: [UInt8], _ mediaType: String, fileName: String, to listener: Listener
    ) async throws -> Response {
        let representation = try await workers.run(for: listener.tenant.description) { [spool, now] in
            Representation(
                mediaType: mediaType, identity: bytes, compress: bytes.count <= Self.compressed,
                entityTag: Self.tag(of: bytes, listener), lastModified: now().milliseconds / 1000,
                fields: [
                    "Cache-Control": "private, no-cache",
                    "Content-Disposition": "attachment; filename=\"\(fileName)\"",
                ], spool: spool)
        }
        return Response(content: .representation(representation))
    }

    /// Returns an entity tag with the listener and a digest, so that a cached document is never valid for another listener.
    static func tag(of bytes: [UInt8], _ listener: Listener) -> String {
        let digest = SHA256.hash(data: bytes).hexadecimal.prefix(24)
        return "\"\(listener.tenant).\(listener.account).\(digest)\""
    }
}
