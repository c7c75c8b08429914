import ConcertNotes
import Foundation
import ScoreFormats
import Web
import Zip

/// A file with a whole programme: a programme folder as a zip archive, or the getData XML of an old installation, alone or in an archive with its
/// pictures (spec N5-N15, N29, T15). The content is untrusted.
struct ProgrammeSource: Sendable {
    let bytes: [UInt8]
    /// Whether missing dollar signs are added before the names of pictures (spec I5).
    var repairsPictures = false
    var limits = ScoreLimits()

    /// The content of the file.
    struct Contents: Sendable {
        var format = DraftImportFormat.programme
        /// The title of the concert; `nil` if the file has no title.
        var title: String?
        var pieces: [Piece] = []
        var images: [MediaFile] = []
        var assets: [MediaFile] = []
        var notices: [FileFinding] = []
    }

    /// A piece of the file, with its heading and its content.
    struct Piece: Sendable {
        let heading: (composer: String, work: String, movement: String, recording: String)
        let content: ImportedPiece
        /// The file in the archive; `nil` for a single file and for a piece of a programme folder.
        let file: String?
        let line: Int?

        var name: PieceName {
            PieceName(composer: heading.composer, work: heading.work, movement: heading.movement)
        }
    }

    /// The largest file in bytes, before unpacking: the pictures and assets of a concert, and 16 MiB for the tables.
    static let bodyLimit = ConcertFiles.totalByteLimit + (16 << 20)

    /// The limits for reading an archive: at most 2,000 entries, which have at most 128 MiB in total after unpacking.
    static var archiveLimits: ZipReader.Limits {
        var limits = ZipReader.Limits()
        limits.entries = 2000
        limits.unpacked = ConcertFiles.totalByteLimit + (64 << 20)
        return limits
    }

    /// Reads the file. Blocks, so call it on a worker. Throws `FileFaults`, with only the first fault of a damaged archive.
    func contents() throws -> Contents {
        guard !bytes.isEmpty else {
            throw FileFaults(findings: [FileFinding("the file is empty", suggestion: "choose a file with content")])
        }
        guard ZipReader.recognises(bytes) else {
            return try OldInstallation(files: ["getData.xml": bytes], source: self).contents(isArchive: false)
        }
        do {
            let archive = try ZipReader(bytes, limits: Self.archiveLimits)
            let manifests = archive.entries.filter {
                $0.name == "programme.json" || $0.name.hasSuffix("/programme.json")
            }
            guard let manifest = manifests.min(by: { $0.name.utf8.count < $1.name.utf8.count }) else {
                return try oldInstallation(archive)
            }
            return try folder(archive, below: String(manifest.name.dropLast("programme.json".count)))
        } catch let error as ZipError {
            throw FileFaults(findings: [FileFinding(error.description)])
        }
    }

    /// Unpacks the archive into a temporary folder, and reads it like the folder of `tutti import concert`.
    private func folder(_ archive: ZipReader, below prefix: String) throws -> Contents {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent("tutti-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: parent) }
        let root = parent.appendingPathComponent("programme")
        for entry in archive.entries where entry.name.hasPrefix(prefix) && !entry.isFolder {
            let path = String(entry.name.dropFirst(prefix.count))
            // Hidden files, such as those of macOS, are never read.
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            let file = root.appendingPathComponent(path)
            let content = try archive.content(of: entry)
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(content).write(to: file)
            } catch {
                throw FileFaults(findings: [
                    FileFinding(
                        "the archive cannot be unpacked", file: entry.name,
                        suggestion: "make sure that no file has the name of a folder, then try again")
                ])
            }
        }
        do throws(ImportRefusal) {
            let found = try ProgrammeFolder(path: root.path).read(repairsPictures: repairsPictures)
            return Contents(
                format: .programme, title: found.programme.title,
                pieces: found.programme.pieces.map { piece in
                    Piece(
                        heading: (
                            piece.name.work.composer, piece.name.work.title, piece.name.movement, piece.recording
                        ),
                        content: ImportedPiece(piece), file: nil, line: nil)
                },
                images: found.programme.images, assets: found.programme.assets,
                notices: found.notices.map { FileFinding($0) })
        } catch {
            throw FileFaults(findings: error.faults.map { FileFinding($0) })
        }
    }

    private func oldInstallation(_ archive: ZipReader) throws -> Contents {
        var files: [String: [UInt8]] = [:]
        for entry in archive.entries where !entry.isFolder {
            files[entry.name] = try archive.content(of: entry)
        }
        return try OldInstallation(files: files, source: self).contents(isArchive: true)
    }
}

/// The files of an old installation: XML of getData.php, the list of getPieces.php, pictures, and app assets.
private struct OldInstallation {
    /// The contents by their path in the archive.
    let files: [String: [UInt8]]
    let source: ProgrammeSource

    func contents(isArchive: Bool) throws -> ProgrammeSource.Contents {
        var contents = ProgrammeSource.Contents(format: .getData)
        var faults: [FileFinding] = []
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where isDocument(path) {
            let file = isArchive ? path : nil
            do throws(FileFaults) {
                let data = try GetDataSource(
                    bytes, file: file, repairsPictures: source.repairsPictures, limits: source.limits)
                for piece in data.concert.pieces {
                    guard let heading = Self.heading(piece.name) else {
                        faults.append(
                            FileFinding(
                                "the name of the piece is \"\(piece.name)\"", file: file, line: piece.line,
                                suggestion: "write the name as \"Composer, Work: Movement\""))
                        continue
                    }
                    let imported = try data.imported(piece)
                    let new = ProgrammeSource.Piece(heading: heading, content: imported, file: file, line: piece.line)
                    guard !contents.pieces.contains(where: { $0.name.key == new.name.key }) else {
                        contents.notices.append(
                            FileFinding(
                                "\"\(piece.name)\" occurs more than once; the first piece with this name is used",
                                file: file,
                                line: piece.line))
                        continue
                    }
                    contents.notices += imported.notices
                    contents.pieces.append(new)
                }
            } catch {
                faults += error.findings
            }
        }
        if contents.pieces.isEmpty, faults.isEmpty {
            faults.append(
                FileFinding(
                    isArchive
                        ? "the archive has neither programme.json nor the XML of getData.php"
                        : "the file has no pieces",
                    suggestion: "send a programme folder, or the files of an old installation"))
        }
        sort(&contents)
        faults += addPictures(&contents)
        faults += addAssets(&contents)
        guard faults.isEmpty else { throw FileFaults(findings: faults) }
        return contents
    }

    private func isDocument(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return !name.hasPrefix(".") && name != "glossary.xml"
            && (name.hasSuffix(".xml") || name.hasPrefix("getdata"))
    }

    /// Returns the parts of a name such as "Strauss, Don Juan: Don Juan" (spec N2), also with a space before the comma (spec I4); `nil` for a text of
    /// another form.
    private static func heading(
        _ name: String
    ) -> (composer: String, work: String, movement: String, recording: String)? {
        guard let comma = name.range(of: ", ") else { return nil }
        let rest = name[comma.upperBound...]
        guard let colon = rest.range(of: ": ") else { return nil }
        func plain(_ text: Substring) -> String {
            text.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        }
        return (
            plain(name[..<comma.lowerBound]), plain(rest[..<colon.lowerBound]), plain(rest[colon.upperBound...]), ""
        )
    }

    /// Puts the pieces in the order of the archive's getPieces.php response (spec N1), if the archive contains one. Pieces that it does not name come
    /// last.
    private func sort(_ contents: inout ProgrammeSource.Contents) {
        let list = files.first { path, _ in
            path.split(separator: "/").last.map { $0.lowercased().hasPrefix("getpieces") } ?? false
        }
        guard let list, let text = String(validating: list.value, as: UTF8.self) else { return }
        let keys = text.split(separator: ";").map { PieceName.key(of: $0) }
        func position(_ piece: ProgrammeSource.Piece) -> Int { keys.firstIndex(of: piece.name.key) ?? keys.count }
        let order = contents.pieces.enumerated().sorted {
            (position($0.element), $0.offset) < (position($1.element), $1.offset)
        }
        contents.pieces = order.map(\.element)
    }

    private func addPictures(_ contents: inout ProgrammeSource.Contents) -> [FileFinding] {
        var faults: [FileFinding] = []
        var seen: Set<String> = []
        for piece in contents.pieces {
            for annotation in (piece.content.tracks ?? []).flatMap(\.annotations) {
                for name in PictureReference.all(in: annotation.text).map(\.file) where seen.insert(name).inserted {
                    let found = files.first { path, _ in
                        path.split(separator: "/").last.map { $0 == name } == true && !path.contains("AppAssets/")
                    }
                    guard let found else {
                        contents.notices.append(
                            FileFinding(
                                "the import does not contain the picture \(name)", file: piece.file,
                                line: annotation.line,
                                suggestion:
                                    "unless the server has the picture, upload it before you publish the concert"))
                        continue
                    }
                    switch MediaFile.checked(name: name, content: found.value) {
                    case .success(let file): contents.images.append(file)
                    case .failure(let problem):
                        faults.append(FileFinding(problem.reason, file: found.key, suggestion: problem.fix))
                    }
                }
            }
        }
        return faults
    }

    private func addAssets(_ contents: inout ProgrammeSource.Contents) -> [FileFinding] {
        var faults: [FileFinding] = []
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where path.contains("AppAssets/") {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            guard AppAsset.names.contains(name) else { continue }
            switch MediaFile.checked(name: name, content: bytes) {
            case .success(let file): contents.assets.append(file)
            case .failure(let problem):
                faults.append(FileFinding(problem.reason, file: path, suggestion: problem.fix))
            }
        }
        return faults
    }
}
