import Foundation
import Tenancy
import Web

/// An export of a concert as a programme folder. An import of the folder gives a concert with the same title, pieces and files.
public struct ConcertExport: Sendable {
    private let concerts: ConcertStore
    private let media: MediaStore
    private let workers: Workers

    public init(
        database: TenantDatabase, workers: Workers = Workers("tutti.export", width: 1, limit: 16)
    ) {
        concerts = ConcertStore(database: database)
        media = MediaStore(database: database)
        self.workers = workers
    }

    /// A report about a written folder.
    public struct Report: Sendable, Hashable {
        /// The short name that an import gives the concert, from the name of the folder.
        public let importedAs: String
        public let revision: Int
        public let files: Int
    }

    /// The reason why a concert was not exported.
    public enum Refusal: Error, Sendable, Hashable {
        case noSuchConcert
        /// The folder already has files, or a file has the path of the folder.
        case folderNotEmpty
        /// The content changed during each attempt to read it.
        case contentChanging
        /// The folder cannot be written. The text is the error message of the system.
        case notWritable(String)
    }

    /// Writes a concert to a folder that does not exist or is empty, at an absolute path or relative to the working directory.
    ///
    /// The folder is written beside `folder`, read back like an import, and moved to `folder` only if its content equals the content of the concert.
    ///
    /// Throws `Refusal`, `ImportRefusal` for content that a folder cannot express, and `APIError` 503 if too much work is waiting.
    public func run(concert slug: String, to folder: String, tenant: TenantID) async throws -> Report {
        let place = URL(fileURLWithPath: folder).standardizedFileURL
        try await workers.run(for: tenant.description) { try Self.checkEmpty(place) }
        for _ in 0..<10 {
            guard let concert = try await concerts.concert(slug: slug, in: tenant) else { throw Refusal.noSuchConcert }
            guard let programme = try await programme(of: concert, in: tenant) else { continue }
            return try await workers.run(for: tenant.description) {
                let (name, files) = try Self.write(programme, to: place)
                return Report(importedAs: name, revision: concert.revision, files: files)
            }
        }
        throw Refusal.contentChanging
    }

    private func programme(of concert: Concert, in tenant: TenantID) async throws -> Programme? {
        guard let pieces = try await concerts.pieces(of: concert, in: tenant) else { return nil }
        var images: [MediaFile] = []
        var assets: [MediaFile] = []
        for file in try await media.files(of: concert.id, in: tenant).sorted(by: { $0.name < $1.name }) {
            guard let content = try await media.content(sha256: file.sha256, in: tenant) else { return nil }
            let read = MediaFile(name: file.name, kind: file.kind, content: content)
            if file.isAsset { assets.append(read) } else { images.append(read) }
        }
        // The files belong to the revision if the revision is still the same.
        guard try await concerts.concert(slug: concert.slug, in: tenant) == concert else { return nil }
        return Programme(title: concert.title, pieces: pieces, images: images, assets: assets)
    }

    // MARK: Files

    /// Returns the files of the folder for a programme: the content of each file by its path in the folder. The pictures and app assets must have
    /// their content. O(content).
    public static func files(of programme: Programme) throws -> [String: [UInt8]] {
        var files = try ProgrammeSheets(programme).files
        for image in programme.images { files["\(PictureFolder.images)/\(image.name)"] = image.content }
        for asset in programme.assets { files["\(PictureFolder.assets)/\(asset.name)"] = asset.content }
        return files
    }

    private static func checkEmpty(_ place: URL) throws(Refusal) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: place.path)
        guard isFolder.boolValue, names?.isEmpty == true else { throw .folderNotEmpty }
    }

    /// Writes the folder, and returns the short name that an import gives the concert, and the number of files. Blocks. Throws `ImportRefusal` if an
    /// import of the folder would fail or give other content, and `Refusal.notWritable`.
    private static func write(_ programme: Programme, to place: URL) throws -> (name: String, files: Int) {
        let files = try Self.files(of: programme)
        let temporaryFolder = place.deletingLastPathComponent().appendingPathComponent(
            ".tutti-export-\(UUID().uuidString)")
        let root = temporaryFolder.appendingPathComponent(place.lastPathComponent)
        defer { try? FileManager.default.removeItem(at: temporaryFolder) }
        try explaining { try save(files, in: root) }
        let contents = try ProgrammeFolder(path: root.path).read()
        guard contents.programme.digest == programme.digest else {
            var findings = Findings()
            findings.fault(
                ".", "the exported folder would be imported as another concert",
                fix: "report this error with the concert's short name")
            throw ImportRefusal(findings)
        }
        try explaining {
            if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
            try FileManager.default.moveItem(at: root, to: place)
        }
        return (contents.slug, files.count)
    }

    private static func save(_ files: [String: [UInt8]], in root: URL) throws {
        for (path, content) in files {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content).write(to: file)
        }
    }

    private static func explaining(_ body: () throws -> Void) throws(Refusal) {
        do { try body() } catch { throw .notWritable(error.localizedDescription) }
    }
}
