import ConcertNotes
import ConcertReading

/// The content of the audience page at one moment, which the server writes for browsers without script and for the first screen.
struct AudienceSnapshot: Sendable {
    /// The programme of the concert on the air; `nil` off the air.
    let programme: ReadProgramme?
    /// The position; `nil` off the air, or while the programme does not contain the piece at the position.
    let position: LivePosition?
    /// The piece at the position; `nil` without a position.
    let piece: ReadPiece?

    init(programme: ReadProgramme?, position: LivePosition?) {
        self.programme = programme
        piece = position.flatMap { programme?.piece(named: $0.piece) }
        self.position = piece == nil ? nil : position
    }

    var state: LiveState? { position?.state }

    /// Whether the page shows the notes, and not the programme.
    var showsNotes: Bool {
        switch state {
        case .running, .held, .blackout: true
        case .ready, .ended, nil: false
        }
    }

    /// The track whose notes the page shows: the first track of the piece; `nil` without a piece or for a piece without tracks.
    var track: AnnotationTrack? { piece?.tracks.first?.track }

    /// The note for the current measure; before the first note, the first note (spec N10, N11). `nil` in a blackout, while the page shows the
    /// programme, and for a piece without tracks.
    var note: Annotation? {
        guard showsNotes, state != .blackout, let position, let track else { return nil }
        return track.annotations.last { $0.measure <= position.measure } ?? track.annotations.first
    }

    /// The section of the current measure; `nil` before the first section, or without a position.
    var section: StructureSection? {
        position.flatMap { position in piece?.piece.structure.sections.last { $0.measure <= position.measure } }
    }

    /// The key signature of the current measure; `nil` before the first key signature, or without a position.
    var key: KeySignature? {
        position.flatMap { position in piece?.piece.keys.last { $0.measure <= position.measure } }
    }

    /// The pass of the measure in words, such as "2nd time"; empty for a measure that is heard once, or without a position.
    var pass: String {
        guard let position, let piece else { return "" }
        let isRepeated = piece.piece.measures.contains { $0.printed == position.printedMeasure && $0.pass > 1 }
        return isRepeated ? "\(Ordinal.text(position.pass)) time" : ""
    }
}
