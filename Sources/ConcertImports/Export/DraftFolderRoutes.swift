import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web
import Zip

/// The endpoint that exports a draft as a programme folder. Importing the folder into the same draft changes nothing.
struct DraftFolderRoutes: Sendable {
    let store: DraftStore
    let workers: Workers

    var routes: [Route] {
        [
            Route(
                "getDraftFolder", .get, "/api/v1/admin/concerts/{concert}/folder.zip",
                access: .permission(.editConcerts), endpoint: getDraftFolder)
        ]
    }

    /// Answers `getDraftFolder`: the draft as a programme folder in a zip archive.
    func getDraftFolder(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("concert")
        let programme = try await store.exportedProgramme(of: slug, in: context.tenant.id)
        let bytes = try await workers.run(for: context.tenant.id.description) { try Self.archive(of: programme) }
        return .bytes(
            bytes, mediaType: "application/zip",
            fields: [
                "Content-Disposition": "attachment; filename=\"\(slug).zip\"", "Cache-Control": "no-store",
            ])
    }

    /// Returns the folder as a zip archive. Equal programmes give equal archives. Blocks, so call it on a worker.
    static func archive(of programme: Programme) throws -> [UInt8] {
        // A fixed time, because the content of a draft does not determine a time.
        var archive = ZipWriter(modified: 946_684_800)
        var bytes: [UInt8] = []
        for (path, content) in try ConcertExport.files(of: programme).sorted(by: { $0.key < $1.key }) {
            let isPicture = [".png", ".jpg", ".jpeg", ".gif"].contains { path.hasSuffix($0) }
            bytes += try archive.add(path, content, compress: !isPicture)
        }
        return bytes + (try archive.finish())
    }
}
