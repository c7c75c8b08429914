import Foundation

/// A programme folder: `programme.json`, a folder of tables for each piece, and `images/` (spec T15). A folder with a fault is refused as a whole.
public struct ProgrammeFolder: Sendable {
    private let path: String

    /// Creates a reference to a folder, which need not exist. The path is absolute or relative to the working directory.
    public init(path: String) { self.path = path }

    /// The contents of a valid folder.
    public struct Contents: Sendable {
        /// The short name of the concert, from the name of the folder.
        public let slug: String
        public let programme: Programme
        public let notices: [ImportNotice]
    }

    /// Returns the contents of the whole folder. Throws `ImportRefusal` with the faults found. Blocks, so call it on a worker thread.
    ///
    /// - Parameter repairsPictures: Whether to add missing dollar signs before picture names (spec I5). Otherwise a notice shows the repaired text.
    public func read(repairsPictures: Bool = false) throws(ImportRefusal) -> Contents {
        var findings = Findings()
        guard let source = SourceFolder(path: path) else {
            findings.fault(path, "the folder does not exist", fix: "give the path of the folder with \(Manifest.name)")
            throw ImportRefusal(findings)
        }
        let slug = Self.slug(of: source.name, &findings)
        let manifest = source.content(of: Manifest.name, limit: Manifest.byteLimit, findings: &findings)
            .flatMap { Manifest($0, findings: &findings) }
        guard let manifest else { throw ImportRefusal(findings) }

        var mentions: [AnnotationSheet.Mention] = []
        let pieces = manifest.pieces.compactMap { entry -> Piece? in
            guard MediaFile.isSafe(name: entry.folder) else { return nil }
            return PieceFolder(entry, in: source).piece(
                repairsPictures: repairsPictures, mentions: &mentions, findings: &findings)
        }
        let pictures = PictureFolder(in: source)
        let programme = Programme(
            title: manifest.title, pieces: pieces, images: pictures.pictures(mentions, findings: &findings),
            assets: pictures.assets(findings: &findings))
        checkSize(programme, &findings)
        checkList(manifest, in: source, &findings)
        reportUnused(manifest, in: source, &findings)

        guard findings.faults.isEmpty, let slug else { throw ImportRefusal(findings) }
        return Contents(slug: slug, programme: programme, notices: findings.sortedNotices)
    }

    /// Returns the short name, such as "fate-and-autumn" for "Fate and Autumn". Adds a fault and returns `nil` if it does not
    /// consist of 1 to 63 of the characters `[a-z0-9-]`.
    private static func slug(of name: String, _ findings: inout Findings) -> String? {
        let words = name.lowercased().split { " _-.".contains($0) }
        let slug = words.joined(separator: "-")
        let isPlain = slug.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
        guard isPlain, (1...63).contains(slug.utf8.count) else {
            findings.fault(
                ".", "the folder name \"\(name)\" cannot be the short name of the concert",
                fix:
                    "rename the folder: use at most 63 ASCII letters, digits, spaces and hyphens, with at least one letter or digit"
            )
            return nil
        }
        return slug
    }

    private func checkSize(_ programme: Programme, _ findings: inout Findings) {
        let size = (programme.images + programme.assets).reduce(0) { $0 + $1.content.count }
        guard size > PictureFolder.byteLimit else { return }
        findings.fault(
            PictureFolder.images, "the pictures and app assets take up \(size) bytes in total",
            fix: "use smaller files, of at most \(PictureFolder.byteLimit) bytes in total")
    }

    /// Adds a fault if the folder has a file `getPieces.txt` whose list differs from the pieces of the manifest.
    private func checkList(_ manifest: Manifest, in source: SourceFolder, _ findings: inout Findings) {
        guard source.isFile(Self.list),
            let content = source.content(of: Self.list, limit: Manifest.byteLimit, findings: &findings)
        else { return }
        let expected = manifest.pieces.map(\.name.description).joined(separator: ";")
        var list = content[...]
        while list.last == 0x0A || list.last == 0x0D { list.removeLast() }
        let composed = String(decoding: list, as: UTF8.self).precomposedStringWithCanonicalMapping
        if !composed.utf8.elementsEqual(expected.utf8) {
            findings.fault(
                Self.list, line: 1, "the list does not match \(Manifest.name)",
                fix: "write the names of the pieces in the order of \(Manifest.name), separated by semicolons, "
                    + "or remove the file")
        }
    }

    private static let list = "getPieces.txt"

    private func reportUnused(_ manifest: Manifest, in source: SourceFolder, _ findings: inout Findings) {
        let used = Set(manifest.pieces.map(\.folder) + [Manifest.name, Self.list, PictureFolder.images])
        for name in source.names() where !used.contains(name) {
            findings.notice(name, source.isFolder(name) ? "no piece uses this folder" : "the file is not used")
        }
    }
}
