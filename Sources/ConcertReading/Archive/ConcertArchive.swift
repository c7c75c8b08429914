import ConcertNotes
import HTTP
import Tenancy
import Web
import Zip

/// The archive with everything that a phone needs without a network: the JSON documents, the pictures and app assets, and for each piece the folder
/// in which phones of 2013 store the piece (spec N29).
///
/// The archive is written to a file of the spool, with one picture or app asset in memory at a time. Without a spool, the whole archive is in memory.
struct ConcertArchive: Sendable {
    let concert: Concert
    let pieces: [ReadPiece]
    let files: [ReadFile]
    let integerSeconds: Bool
    let tenant: TenantID
    /// The modification time of all members of the archive, in whole seconds since 1970.
    let changedAt: Int64

    static let mediaType = "application/zip"

    /// A member of the archive: its name, its content, and whether the content is compressed.
    struct Member: Sendable {
        let name: String
        let content: [UInt8]
        let compress: Bool
    }

    private struct Progress: Sendable {
        var zip: ZipWriter
        var digest = ContentDigest()
    }

    /// Writes the archive, which begins with `documents`, to a file of `spool`, or in memory if `spool` is `nil`, and returns it as a response with
    /// validators. Throws `APIError` 503 if a file has been deleted since the edition was built or too much work is waiting.
    func representation(
        documents: [Member], media: MediaStore, workers: Workers, spool: ContentSpool?
    ) async throws -> Representation {
        let output = try await workers.run(for: realm) { spool?.writer() ?? SpoolWriter() }
        var progress = Progress(zip: ZipWriter(modified: changedAt))
        progress.digest.add(Int(tenant.rawValue))
        progress = try await append(documents, to: output, progress, workers)
        for piece in pieces {
            progress = try await append(try phoneFolder(of: piece), to: output, progress, workers)
        }
        for file in files {
            guard let content = try await media.content(sha256: file.file.sha256, in: tenant) else {
                throw APIError(
                    .serviceUnavailable, code: .contentChanging, "the content is being changed: try again in a moment",
                    retryAfter: 1)
            }
            progress = try await append(members(of: file, content), to: output, progress, workers)
        }
        return try await workers.run(for: realm) { [progress] in
            var digest = progress.digest
            let directory = try progress.zip.finish()
            digest.add(directory)
            try output.append(directory)
            return try Representation(
                mediaType: Self.mediaType, spooled: output, entityTag: digest.entityTag, lastModified: changedAt,
                fields: [
                    "Cache-Control": "no-cache",
                    "Content-Disposition": "attachment; filename=\"\(concert.slug).zip\"",
                ])
        }
    }

    private var realm: String { tenant.description }

    private func append(
        _ members: [Member], to output: SpoolWriter, _ progress: Progress, _ workers: Workers
    ) async throws -> Progress {
        try await workers.run(for: realm) {
            var progress = progress
            for member in members {
                let bytes = try progress.zip.add(member.name, member.content, compress: member.compress)
                progress.digest.add(bytes)
                try output.append(bytes)
            }
            return progress
        }
    }

    /// Returns the text files of the folder in which phones of 2013 store a piece (spec N29).
    private func phoneFolder(of read: ReadPiece) throws -> [Member] {
        let piece = read.piece
        let folder = piece.name.phoneFolder
        let document = try PieceDocument(piece, integerSeconds: integerSeconds)
        let pictures = piece.pictures.filter { name in files.contains { !$0.file.isAsset && $0.file.name == name } }
        return [
            Member(name: "\(folder)/data.xml", content: PieceDocument.concert(of: [document.plain]), compress: true),
            Member(name: "\(folder)/images.txt", content: Array(pictures.joined(separator: ";").utf8), compress: true),
            Member(name: "\(folder)/name.txt", content: Array(piece.name.description.utf8), compress: true),
        ]
    }

    /// Returns the members with the content of a file: below `images`, and for a picture also in the folder of each piece that shows it. Only PDF
    /// files are compressed, because pictures are compressed already.
    private func members(of file: ReadFile, _ content: [UInt8]) -> [Member] {
        let compress = file.file.kind == .pdf
        if file.file.isAsset {
            return [Member(name: "images/AppAssets/\(file.file.name)", content: content, compress: compress)]
        }
        return [Member(name: "images/\(file.file.name)", content: content, compress: compress)]
            + pieces.filter { $0.piece.pictures.contains(file.file.name) }.map {
                Member(
                    name: "\($0.piece.name.phoneFolder)/\(file.file.name)", content: content, compress: compress)
            }
    }
}
