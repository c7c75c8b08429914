import ConcertNotes
import HTTP
import Web

/// The bytes of a document with their media type. Building a document takes some milliseconds, so create the value on a worker thread.
struct Content: Sendable {
    let mediaType: String
    let bytes: [UInt8]
    var fields: Fields = [:]

    private static let json = "application/json"

    /// Creates the content of a document, other than the archive or a picture, which `ReadingResources` builds. Throws `APIError` 404 for the
    /// concert and its notes if no concert is on the air.
    init(_ key: ReadingDocument, of edition: ReadingEdition) throws {
        let pieces = edition.pieces
        switch key {
        case .concert:
            let view = ConcertView(try edition.concert(), pieces: pieces, files: edition.files)
            self.init(mediaType: Self.json, bytes: try ViewWriter.bytes(view))
        case .glossary:
            let view = GlossaryView(edition.glossary, edition.mark.glossary)
            self.init(mediaType: Self.json, bytes: try ViewWriter.bytes(view))
        case .piece(let place):
            self.init(mediaType: Self.json, bytes: try ViewWriter.bytes(PieceView(pieces[place])))
        case .waveform(let place):
            self.init(mediaType: Self.json, bytes: try ViewWriter.bytes(WaveformView(pieces[place])))
        case .waveformSVG(let place):
            self.init(mediaType: WaveformSVG.mediaType, bytes: WaveformSVG.bytes(of: pieces[place]))
        case .waveformPNG(let place, let size):
            self.init(mediaType: WaveformPNG.mediaType, bytes: try WaveformPNG.bytes(of: pieces[place], size))
        case .annotations(let place):
            self.init(mediaType: AnnotationPage.mediaType, bytes: try ViewWriter.bytes(AnnotationPage(pieces[place])))
        case .measureMap(let place):
            self.init(
                mediaType: Self.json, bytes: try ViewWriter.bytes(MeasureMap(pieces[place].piece.measures)),
                fields: Self.attachment("measures.mm.json"))
        case .cues(let place, let track, let format):
            let sheet = CueSheet(pieces[place].piece, track: track.map { pieces[place].tracks[$0].track })
            switch format {
            case .csv:
                self.init(mediaType: CSV.mediaType, bytes: sheet.csv.bytes, fields: Self.attachment("cues.csv"))
            case .html: self.init(CueSheetPage(sheet: sheet).page)
            }
        case .notes:
            self.init(NotesPage(title: try edition.concert().title, pieces: pieces).page)
        case .archive, .picture:
            preconditionFailure("ReadingResources builds the archive and pictures")
        }
    }

    private init(mediaType: String, bytes: [UInt8], fields: Fields = [:]) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.fields = fields
    }

    private init(_ page: PrintedPage) {
        self.init(mediaType: PrintedPage.mediaType, bytes: page.bytes, fields: PrintedPage.fields)
    }

    private static func attachment(_ name: String) -> Fields {
        ["Content-Disposition": "attachment; filename=\"\(name)\""]
    }
}
