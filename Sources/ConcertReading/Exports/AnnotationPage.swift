import ConcertNotes

/// The annotations of a piece as an AnnotationPage of the Web Annotation Data Model (W3C Recommendation, 23 February 2017, §5.2; spec T15).
///
/// Identifiers are relative IRI references, so that the same bytes serve every host name of the tenant.
struct AnnotationPage: Encodable, Sendable {
    let context = "http://www.w3.org/ns/anno.jsonld"
    let id: String
    let type = "AnnotationPage"
    let startIndex = 0
    let partOf: Collection
    let items: [Item]

    static let mediaType = "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\""

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, startIndex, partOf, items
    }

    /// The collection of all annotations (§5.1), of which this is the only page.
    struct Collection: Encodable, Sendable {
        let id: String
        let type = "AnnotationCollection"
        let label: String
        let total: Int
    }

    /// An annotation (§3.1).
    struct Item: Encodable, Sendable {
        let id: String
        let type = "Annotation"
        let motivation = "describing"
        let body: [Body]
        let target: Target
    }

    /// A textual body (§3.2.4) or a picture (§3.2.2).
    struct Body: Encodable, Sendable {
        var id: String?
        let type: String
        var value: String?
        var format: String?
        var language: String?
        var purpose: String?
    }

    /// The measures of an annotation as a part of the piece (§4.2.1): a time range in the reference recording (Media Fragments URI 1.0 §4.2.1).
    struct Target: Encodable, Sendable {
        let id: String
        let type = "SpecificResource"
        let source: String
        let selector: Selector

        struct Selector: Encodable, Sendable {
            let type = "FragmentSelector"
            let conformsTo = "http://www.w3.org/TR/media-frags/"
            let value: String
        }
    }

    init(_ read: ReadPiece) {
        id = read.url + "/annotations.jsonld"
        items = read.tracks.flatMap { track in
            track.track.annotations.indices.map { Item(at: $0, of: track, in: read) }
        }
        partOf = Collection(id: id + "#all", label: read.piece.name.description, total: items.count)
    }
}

extension AnnotationPage.Item {
    /// Creates an annotation, which applies until the next annotation of its track, or until the end of the piece.
    fileprivate init(at index: Int, of track: ReadPiece.ReadTrack, in read: ReadPiece) {
        let annotations = track.track.annotations
        let annotation = annotations[index]
        let next = index + 1 < annotations.count ? annotations[index + 1] : nil
        let end = next?.start ?? read.piece.structure.end.time
        let lastMeasure = max(annotation.measure, (next?.measure).map { $0 - 1 } ?? read.piece.measures.count)
        id = "\(read.url)/annotations.jsonld#\(track.id)-\(index + 1)"
        body =
            [
                AnnotationPage.Body(
                    type: "TextualBody", value: track.track.name, format: "text/plain", purpose: "classifying")
            ] + PictureReference.segments(of: annotation.text).flatMap { Self.bodies(of: $0, in: track.track) }
        target = AnnotationPage.Target(
            id: "\(read.url)#measures=\(annotation.measure)-\(lastMeasure)", source: read.url,
            selector: .init(value: "t=\(annotation.start.decimalSeconds),\(max(annotation.start, end).decimalSeconds)"))
    }

    private static func bodies(of segment: TextSegment, in track: AnnotationTrack) -> [AnnotationPage.Body] {
        func text(_ value: String) -> AnnotationPage.Body {
            AnnotationPage.Body(
                type: "TextualBody", value: value, format: "text/plain", language: track.language,
                purpose: "describing")
        }
        switch segment {
        case .text(let value): return [text(value)]
        case .picture(let file, let caption):
            let picture = AnnotationPage.Body(
                id: ReadPiece.pictureURL(file), type: "Image", format: MediaKind(endingOf: file)?.rawValue)
            return [picture] + (caption.isEmpty ? [] : [text(caption)])
        }
    }
}
