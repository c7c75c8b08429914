import ConcertNotes

/// The JSON of a track with its annotations (spec N10, N11).
struct TrackView: Encodable, Sendable {
    let id: String
    let name: String
    let language: String?
    let level: AnnotationTrack.Level?
    let annotations: [AnnotationView]

    init(_ read: ReadPiece.ReadTrack, in piece: ReadPiece) {
        id = read.id
        name = read.track.name
        language = read.track.language
        level = read.track.level
        annotations = read.track.annotations.map { AnnotationView($0, in: piece) }
    }
}

/// The JSON of an annotation, which is shown from its measure until the measure of the next annotation of the track.
struct AnnotationView: Encodable, Sendable {
    let measure: Int
    let printedMeasure: String
    let pass: Int
    let atMs: Int32
    let text: [SegmentView]

    init(_ annotation: Annotation, in piece: ReadPiece) {
        let place = piece.measure(annotation.measure)
        measure = annotation.measure
        printedMeasure = place?.printed ?? String(annotation.measure)
        pass = place?.pass ?? 1
        atMs = annotation.start.milliseconds
        text = PictureReference.segments(of: annotation.text).map(SegmentView.init)
    }
}

/// The JSON of a part of a text: `text`, or `picture` with `caption` and `url`.
struct SegmentView: Encodable, Sendable {
    let text: String?
    let picture: String?
    let caption: String?
    let url: String?

    init(_ segment: TextSegment) {
        switch segment {
        case .text(let text):
            (self.text, picture, caption, url) = (text, nil, nil, nil)
        case .picture(let file, let caption):
            (text, picture, self.caption, url) = (nil, file, caption, ReadPiece.pictureURL(file))
        }
    }
}
