import ConcertNotes
import ConcertReading
import Web

/// The note at the current measure, with its pictures. The script replaces the content.
struct AudienceNote: Sendable {
    let snapshot: AudienceSnapshot

    var html: HTML {
        let segments = snapshot.note.map { PictureReference.segments(of: $0.text) } ?? []
        let language: HTML = snapshot.track?.language.map { " lang=\"\($0)\"" } ?? .empty
        let articleDirection: HTML = direction.map { " dir=\"\($0.rawValue)\"" } ?? .empty
        return """
            <div id="stage" tabindex="0" role="region" aria-label="Note">
            <article id="note" aria-live="polite" aria-atomic="true"\(language)\(articleDirection)>\(segments.map(segment))</article>
            </div>
            """
    }

    private var direction: TextDirection? { snapshot.track?.language.flatMap { TextDirection(language: $0) } }

    private func segment(_ segment: TextSegment) -> HTML {
        // Without a known language, each paragraph has the direction of its first letter.
        let automatic: HTML = direction == nil ? " dir=\"auto\"" : .empty
        switch segment {
        case .text(let text): return "<p\(automatic)>\(text)</p>"
        case .picture(let file, let caption):
            let size: HTML =
                snapshot.programme?.size(ofPicture: file).map { " width=\"\($0.width)\" height=\"\($0.height)\"" }
                ?? .empty
            return """
                <figure><img src="\(HTML.address(ReadPiece.pictureURL(file)))" alt="\(caption.isEmpty ? file : caption)"\(size)>\
                <figcaption\(automatic)>\(caption)</figcaption></figure>
                """
        }
    }
}
