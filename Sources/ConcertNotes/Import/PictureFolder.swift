/// The folder `images/` with the pictures in the texts, and its subfolder `AppAssets/` with the app's full-screen pictures and the programme book.
struct PictureFolder {
    static let images = "images"
    static let assets = "images/AppAssets"

    static var byteLimit: Int { ConcertFiles.totalByteLimit }

    private let source: SourceFolder

    init(in source: SourceFolder) { self.source = source }

    /// Returns the valid pictures in the texts, each once, in the order of their names. Adds a fault for each missing or invalid picture, and a
    /// notice for each file that no text names.
    func pictures(_ mentions: [AnnotationSheet.Mention], findings: inout Findings) -> [MediaFile] {
        let byName = Dictionary(grouping: mentions, by: \.picture.file)
        let present = Set(source.names(in: Self.images))
        for name in present.sorted() where byName[name] == nil && !source.isFolder("\(Self.images)/\(name)") {
            findings.notice("\(Self.images)/\(name)", "no text names this picture: it is not imported")
        }
        return byName.sorted { $0.key < $1.key }.compactMap { name, mentions in
            guard checkName(name, mentions[0], &findings) else { return nil }
            guard present.contains(name) else {
                for mention in mentions {
                    findings.fault(
                        mention.file, line: mention.line, "there is no picture \(Self.images)/\(name)",
                        fix: Self.closest(to: name, in: present).map { "did you mean \($0)?" }
                            ?? "add the picture to \(Self.images)")
                }
                return nil
            }
            return file("\(Self.images)/\(name)", name: name, findings: &findings)
        }
    }

    /// Returns the valid files of the app's full-screen pictures and the programme book (spec N15). Adds a fault for each invalid file, and notices
    /// for missing and unused files.
    func assets(findings: inout Findings) -> [MediaFile] {
        let present = source.names(in: Self.assets)
        for name in present where !AppAsset.names.contains(name) {
            let advice =
                name == "glossary.xml"
                ? "import the glossary with `tutti import glossary`" : "the app has no asset with this name"
            findings.notice("\(Self.assets)/\(name)", "the file is not used: \(advice)")
        }
        return AppAsset.names.compactMap { name in
            guard present.contains(name) else {
                findings.notice(
                    "\(Self.assets)/\(name)",
                    name.hasSuffix(".pdf")
                        ? "the file is missing: the app shows no programme notes"
                        : "the file is missing: the app shows its own picture instead")
                return nil
            }
            return file("\(Self.assets)/\(name)", name: name, findings: &findings)
        }
    }

    private func checkName(
        _ name: String, _ mention: AnnotationSheet.Mention, _ findings: inout Findings
    ) -> Bool {
        guard let problem = PictureReference.problem(ofName: name) else { return true }
        findings.fault(mention.file, line: mention.line, problem.reason, fix: problem.fix)
        return false
    }

    private func file(_ path: String, name: String, findings: inout Findings) -> MediaFile? {
        guard let content = source.content(of: path, limit: MediaFile.byteLimit, findings: &findings) else {
            return nil
        }
        switch MediaFile.checked(name: name, content: content) {
        case .success(let file): return file
        case .failure(let problem):
            findings.fault(path, problem.reason, fix: problem.fix)
            return nil
        }
    }

    private static func closest(to name: String, in present: Set<String>) -> String? {
        present.sorted().first { $0.lowercased() == name.lowercased() }
    }
}
