import ConcertNotes
import ScoreFormats
import Web

/// A file that is imported into a piece.
struct PieceSource: Sendable {
    let bytes: [UInt8]
    let format: DraftImportFormat
    /// Whether missing dollar signs are added before the names of pictures (spec I5).
    var repairsPictures = false
    var limits = ScoreLimits()

    /// Reads the content of the piece from the file. Blocks for as long as the limits allow, so call it on a worker. Throws `FileFaults`, with only
    /// the first fault of a score or a measure map.
    ///
    /// - Parameter name: The name of the piece in a file of getData.php with several pieces. The only piece of a file may have another name.
    func piece(named name: PieceName) throws -> ImportedPiece {
        guard !bytes.isEmpty else {
            throw FileFaults(findings: [FileFinding("the file is empty", suggestion: "choose a file with content")])
        }
        do {
            switch format {
            case .musicXML, .compressedMusicXML, .measureMap:
                try checkKind()
                return try ScoreSource(bytes, limits: limits).piece(isMap: format == .measureMap)
            case .getData:
                return try GetDataSource(bytes, repairsPictures: repairsPictures, limits: limits).piece(named: name)
            case .annotationsCSV, .annotationsTSV:
                return table(try AnnotationTable.read(bytes, limits: limits))
            case .programme:
                throw FileFaults(findings: [
                    FileFinding(
                        "the file is a programme folder, which contains a whole concert",
                        suggestion: "import the folder into the concert, not into a piece")
                ])
            }
        } catch let fault as ScoreFault {
            throw FileFaults(findings: [FileFinding(fault)])
        } catch let error as ScoreFaults {
            throw FileFaults(findings: error.faults.map { FileFinding($0) })
        }
    }

    /// Throws `FileFaults` if the content is not in the named format. Content that looks like the XML of getData.php may be MusicXML.
    private func checkKind() throws(FileFaults) {
        let found = DraftImportFormat(of: bytes)
        let isRight = found == format || (found == .getData && format == .musicXML)
        guard !isRight else { return }
        throw FileFaults(findings: [
            FileFinding(
                "the file is not in the format \(format.rawValue)", line: 1,
                suggestion: "choose the format \(found.rawValue), or another file")
        ])
    }

    private func table(_ table: AnnotationTable) -> ImportedPiece {
        var tracks: [ImportedPiece.Track] = []
        for row in table.rows {
            let index = tracks.firstIndex { $0.name == row.track }
            if index == nil { tracks.append(ImportedPiece.Track(name: row.track, annotations: [], line: row.line)) }
            let text = repairsPictures ? PictureReference.repaired(row.text) : row.text
            tracks[index ?? tracks.count - 1].annotations.append(
                ImportedPiece.Annotation(measure: row.measure, text: text, line: row.line))
        }
        var piece = ImportedPiece()
        piece.tracks = tracks
        return piece
    }
}
