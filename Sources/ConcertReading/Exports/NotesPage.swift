import ConcertNotes
import Web

/// All annotations of a concert on paper, for proof-reading.
struct NotesPage: Sendable {
    let title: String
    let pieces: [ReadPiece]

    var page: PrintedPage {
        PrintedPage(title: "Notes: \(title)", content: "<h1>\(title)</h1>\n\(pieces.map(piece))")
    }

    private func piece(_ read: ReadPiece) -> HTML {
        """
        <section class="piece">
        <h2>\(read.piece.name.description)</h2>
        \(read.tracks.map { track($0, read) })</section>

        """
    }

    private func track(_ read: ReadPiece.ReadTrack, _ piece: ReadPiece) -> HTML {
        """
        <h3>\(read.track.name)\(read.track.level.map { " (\($0.rawValue))" } ?? "")</h3>
        <dl\(read.track.language.map(language))>
        \(read.track.annotations.enumerated().map { note($0.element, $0.offset + 1, piece) })</dl>

        """
    }

    private func language(_ tag: String) -> HTML { " lang=\"\(tag)\"" }

    private func note(_ annotation: Annotation, _ number: Int, _ piece: ReadPiece) -> HTML {
        let place = piece.measure(annotation.measure)
        let pass = place?.pass ?? 1
        return """
            <div class="note"><dt>\(number) · m. \(place?.printed ?? String(annotation.measure))\
            \(pass > 1 ? ", \(Ordinal.text(pass)) time" : "") · \(Self.clock(annotation.start))</dt>
            <dd>\(PictureReference.segments(of: annotation.text).map(segment))</dd></div>

            """
    }

    private func segment(_ segment: TextSegment) -> HTML {
        switch segment {
        case .text(let text): "<p>\(text)</p>"
        case .picture(let file, let caption):
            """
            <figure><img src="\(HTML.address(ReadPiece.pictureURL(file)))" alt="\(caption.isEmpty ? file : caption)">\
            <figcaption>\(caption) <span class="pass">\(file)</span></figcaption></figure>
            """
        }
    }

    private static func clock(_ time: RecordingTime) -> String {
        let (minutes, seconds) = time.nearestSecond.quotientAndRemainder(dividingBy: 60)
        return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
    }
}
