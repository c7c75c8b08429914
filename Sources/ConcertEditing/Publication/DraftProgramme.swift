import ConcertNotes
import Tenancy
import Web

extension DraftStore {
    /// Returns the programme that a publication of the draft would store, with the content of its files. O(size of the draft and its files).
    ///
    /// Throws `APIError` 422 with the faults of a draft that cannot be published, and 503 if a file is removed during the call.
    public func exportedProgramme(of slug: String, in tenant: TenantID) async throws -> Programme {
        let programme = try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            guard let held = concert.draft else { throw APIError.noSuchConcert }
            return try await draft.publishable(concert, held, try await draft.pieces(of: held)).programme
        }
        return Programme(
            title: programme.title, pieces: programme.pieces,
            images: try await contents(of: programme.images, in: tenant),
            assets: try await contents(of: programme.assets, in: tenant))
    }

    private func contents(of files: [MediaFile], in tenant: TenantID) async throws -> [MediaFile] {
        let media = MediaStore(database: database)
        var read: [MediaFile] = []
        for file in files {
            guard let content = try await media.content(sha256: file.sha256, in: tenant) else {
                throw APIError(
                    .serviceUnavailable, code: .contentChanging, "the draft is being changed: try again in a moment",
                    retryAfter: 1)
            }
            read.append(MediaFile(name: file.name, kind: file.kind, content: content))
        }
        return read
    }
}
