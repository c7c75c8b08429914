import ConcertNotes
import ScoreFormats
import Web

/// A reader of the pieces in the XML of getData.php (spec N5-N14). A file with faults is refused as a whole.
struct GetDataSource {
    let concert: LegacyConcert
    /// The name of the file in findings; `nil` for a single file.
    let file: String?
    /// Whether missing dollar signs are added before the names of pictures (spec I5).
    let repairsPictures: Bool

    /// Reads the XML. Blocks, so call it on a worker. `file` is the path of the file within an archive; `nil` for a single file. Throws `FileFaults`
    /// with the faults of the file, at most `ScoreLimits.remarks`.
    init(_ bytes: [UInt8], file: String? = nil, repairsPictures: Bool, limits: ScoreLimits) throws(FileFaults) {
        do throws(ScoreFaults) {
            concert = try LegacyConcert.read(bytes, limits: limits)
        } catch {
            throw FileFaults(findings: error.faults.map { FileFinding($0, file: file) })
        }
        self.file = file
        self.repairsPictures = repairsPictures
    }

    /// Returns the piece with this name, or otherwise the only piece of the file. Throws `FileFaults` if the name determines no piece, or if the
    /// piece has faults.
    func piece(named name: PieceName) throws(FileFaults) -> ImportedPiece {
        let found = concert.pieces.filter { PieceName.key(of: $0.name) == name.key }
        guard let piece = found.count == 1 ? found[0] : concert.pieces.count == 1 ? concert.pieces[0] : nil else {
            let names = concert.pieces.prefix(10).map { "\"\($0.name)\"" }
            let pieces = concert.pieces.count > names.count ? "its first pieces are" : "its pieces are"
            throw FileFaults(findings: [
                FileFinding(
                    "the file has \(found.isEmpty ? "no piece" : "several pieces") named \"\(name)\"; \(pieces) "
                        + SentenceFormat.list(names),
                    file: file, line: concert.pieces.first?.line,
                    suggestion: found.isEmpty
                        ? "rename the piece to match the file, or import the file into the concert"
                        : "give each piece of the file a name of its own")
            ])
        }
        return try imported(piece)
    }

    /// Returns a piece of the file with the lines of its entries. Throws `FileFaults` with each invalid key signature and intensity.
    func imported(_ piece: LegacyConcert.Piece) throws(FileFaults) -> ImportedPiece {
        var faults: [FileFinding] = []
        var imported = ImportedPiece()
        imported.measures = (0..<piece.measures).map { index in
            ImportedPiece.Measure(
                startMs: piece.seconds.indices.contains(index) ? Self.milliseconds(piece.seconds[index]) : nil,
                line: piece.line)
        }
        if let end = piece.end, let time = end.time {
            imported.end = ImportedPiece.End(
                measure: end.measure, startMs: Self.milliseconds(time), line: end.line)
        }
        func start(_ page: LegacyConcert.Page) -> Int32? {
            guard let time = page.time.map(Self.milliseconds) else { return nil }
            return time == imported.measures?[page.measure - 1].startMs ? nil : time
        }
        if piece.end != nil {
            imported.sections = piece.sections.map { section in
                ImportedPiece.Section(
                    measure: section.measure, label: section.label, colour: Self.text(section.color),
                    line: section.line)
            }
        }
        var tracks: [ImportedPiece.Track] = []
        for track in piece.tracks {
            switch track.name {
            case "KeySignature": imported.keys = track.pages.compactMap { key($0, start($0), &faults) }
            case "Intensity": imported.intensities = track.pages.compactMap { intensity($0, start($0), &faults) }
            default:
                let annotations = track.pages.map { page in
                    ImportedPiece.Annotation(
                        measure: page.measure, text: text(page, &imported.notices), startMs: start(page),
                        line: page.line)
                }
                tracks.append(
                    ImportedPiece.Track(name: track.name, annotations: annotations, line: track.line))
            }
        }
        imported.tracks = tracks
        guard faults.isEmpty else { throw FileFaults(findings: faults) }
        return imported
    }

    /// Returns the text of a page on one line. Adds a notice if pictures have no dollar signs, and the missing signs if `repairsPictures` is `true`
    /// (spec I5).
    private func text(_ page: LegacyConcert.Page, _ notices: inout [FileFinding]) -> String {
        var text = page.text
        if text.contains(where: \.isNewline) {
            text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let bare = PictureReference.all(in: text).filter(\.isBare)
        guard !bare.isEmpty else { return text }
        let repaired = PictureReference.repaired(text)
        notices.append(
            FileFinding(
                repairsPictures
                    ? "a dollar sign was added before \(SentenceFormat.list(bare.map(\.file)))"
                    : bare.count == 1
                        ? "the picture \(bare[0].file) has no dollar sign before it"
                        : "the pictures \(SentenceFormat.list(bare.map(\.file))) have no dollar signs before them",
                file: file,
                line: page.line, measure: String(page.measure),
                suggestion: repairsPictures ? nil : "write \"\(repaired)\""))
        return repairsPictures ? repaired : text
    }

    private func key(
        _ page: LegacyConcert.Page, _ start: Int32?, _ faults: inout [FileFinding]
    ) -> ImportedPiece.Key? {
        let comma = page.text.lastIndex(of: ",")
        let number = comma.map { page.text[page.text.index(after: $0)...].filter { !$0.isWhitespace } } ?? ""
        guard let comma, let fifths = Int(number), (-7...7).contains(fifths) else {
            faults.append(
                FileFinding(
                    "the key signature is \"\(page.text.prefix(60))\"", file: file, line: page.line,
                    suggestion:
                        "write the name of the key, a comma and a number: 1 to 7 for sharps, -1 to -7 for flats, 0 for neither, such as \"E flat major,-3\""
                ))
            return nil
        }
        return ImportedPiece.Key(
            measure: page.measure, fifths: fifths, name: String(page.text[..<comma]), startMs: start, line: page.line)
    }

    private func intensity(
        _ page: LegacyConcert.Page, _ start: Int32?, _ faults: inout [FileFinding]
    ) -> ImportedPiece.Intensity? {
        guard let value = Float(page.text.filter { !$0.isWhitespace }), (0...1).contains(value) else {
            faults.append(
                FileFinding(
                    "the intensity is \"\(page.text.prefix(60))\"", file: file, line: page.line,
                    suggestion: "write a decimal number from 0 to 1, such as 0.25"))
            return nil
        }
        return ImportedPiece.Intensity(measure: page.measure, value: value, startMs: start, line: page.line)
    }

    private static func milliseconds(_ seconds: Double) -> Int32 { Int32((seconds * 1000).rounded()) }

    private static func text(_ color: LegacyConcert.Section.Color) -> String {
        switch color {
        case .tag(let tag): tag
        case .rgb(let red, let green, let blue): "\(red),\(green),\(blue)"
        }
    }
}
