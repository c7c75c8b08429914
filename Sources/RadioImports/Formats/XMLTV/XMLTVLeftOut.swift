import XML

/// The omitted parts of a guide, for the report: further pictures and descriptions, texts in other languages, and icons without a web address.
struct XMLTVLeftOut<Sink: DraftSink> {
    /// The number of pictures, and of descriptions, that are reported individually. National guides have hundreds of thousands of programmes.
    private static var limit: Int { 20 }

    private let file: String
    private let sink: Sink
    private var pictures = FirstTexts()
    private var descriptions = FirstTexts()
    private var counts: [String: Int] = [:]
    private var translations = (count: 0, line: 0)
    private var languages: Set<String> = []
    private var fileIcons = (count: 0, line: 0, source: "")

    init(file: String, sink: Sink) {
        self.file = file
        self.sink = sink
    }

    /// Records the first picture of a show or episode, and reports later pictures that differ from it.
    mutating func take(picture art: ArtDraft?, of key: String, _ kind: String, line: Int) {
        guard let url = art?.images.first?.url, let first = pictures.note(key, url, line: line) else { return }
        addNotice(
            "picture", "the picture \(url) is not imported: the \(kind) already has the picture on line \(first)",
            line: line)
    }

    /// Records the first description of an episode, and reports later descriptions that differ from it.
    mutating func take(description: String, of key: String, line: Int) {
        guard let first = descriptions.note(key, description, line: line) else { return }
        addNotice(
            "description", "the description is not imported: its episode already has the description on line \(first)",
            line: line)
    }

    /// Counts a programme's titles, subtitles and descriptions after the first of each kind, usually those in additional languages.
    mutating func take(textsOf programme: XMLElement) {
        for kind in ["title", "sub-title", "desc"] {
            let elements = programme.all(kind).filter { !DraftText.line($0.text, atMost: 1).isEmpty }
            for further in elements.dropFirst() {
                if translations.count == 0 { translations.line = further.line }
                translations.count += 1
                let language = DraftText.language(further.attributes["lang"]).prefix { $0 != "-" }.lowercased()
                if !language.isEmpty { languages.insert(language) }
            }
        }
    }

    /// Counts the icons whose `src` is not a web address. Some guides refer to files on the computer that created the guide.
    mutating func take(iconsOf element: XMLElement) {
        for icon in element.all("icon") where DraftText.webAddress(icon.attributes["src"]) == nil {
            let source = DraftText.line(icon.attributes["src"], atMost: 100)
            guard !source.isEmpty else { continue }
            if fileIcons.count == 0 { (fileIcons.line, fileIcons.source) = (icon.line, source) }
            fileIcons.count += 1
        }
    }

    /// Reports the counts as notices. Must be called after the last programme.
    func finish() {
        for kind in ["picture", "description"] {
            let further = counts[kind, default: 0] - Self.limit
            if further > 0 {
                sink.notice(
                    "further programmes whose \(kind) is not imported: \(further)",
                    at: FilePosition(file: file, line: 0))
            }
        }
        if fileIcons.count > 0 {
            sink.notice(
                "icons not imported: \(fileIcons.count). An icon's src must be an http or https address; the first of these icons "
                    + "has the src \"\(fileIcons.source)\" and is on this line",
                at: FilePosition(file: file, line: fileIcons.line, detail: "icon"))
        }
        guard translations.count > 0 else { return }
        let names = languages.sorted().prefix(10).joined(separator: ", ")
        sink.notice(
            "further titles, subtitles and descriptions not imported: \(translations.count)"
                + (names.isEmpty ? "" : " (\(names))")
                + ". Each programme keeps one of each; the first further text is on this line",
            at: FilePosition(file: file, line: translations.line, detail: "programme"))
    }

    private mutating func addNotice(_ kind: String, _ message: String, line: Int) {
        counts[kind, default: 0] += 1
        guard counts[kind, default: 0] <= Self.limit else { return }
        sink.notice(message, at: FilePosition(file: file, line: line, detail: "programme"))
    }
}
