import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The fields of a piece's name and of its recording, as stored or as typed.
struct PieceForm: Sendable {
    var heading = PieceDraft.Heading(composer: "", work: "", movement: "")

    init() {}

    init(_ heading: PieceDraft.Heading) { self.heading = heading }

    /// Reads the typed fields. For a work of one movement, the movement is the title of the work (spec N2), so this title replaces an empty movement.
    init(_ fields: FormFields) throws(APIError) {
        let (work, movement) = (try fields.line("work"), try fields.line("movement"))
        heading =
            PieceDraft.Heading(
                composer: try fields.line("composer"), work: work, movement: movement.isEmpty ? work : movement,
                recording: try fields.line("recording")
            ).composed
    }

    static let labels = [
        "composer": "The composer", "work": "The work", "movement": "The movement", "recording": "The recording",
    ]
    static let ids = ["composer": "composer", "work": "work", "movement": "movement", "recording": "recording"]

    /// Returns the fields, with the composers and works of `pieces` as suggestions and the faults of `error`. `error` is `nil` for a form that was
    /// not refused.
    func html(_ error: APIError?, among pieces: [PieceDraft]) -> HTML {
        func suggestions(_ part: KeyPath<PieceDraft.Heading, String>) -> Field.Kind {
            .suggestions(Set(pieces.map { $0.heading[keyPath: part] }).sorted().map { Field.Option($0, $0) })
        }
        var composer = Field("Composer", "composer", heading.composer, suggestions(\.composer))
        composer.hint = "The family name, such as Strauss. Phones show this name."
        var work = Field("Work", "work", heading.work, suggestions(\.work))
        work.hint = "Write the same name for all movements of a work."
        var movement = Field("Movement", "movement", heading.movement)
        movement.hint = "For example, “1. Allegro”. Leave the field empty for a work of one movement."
        var recording = Field("Recording", "recording", heading.recording)
        recording.hint =
            "The recording from which the times of the measures were taken. Optional; phones do not show this text."
        composer.isRequired = true
        work.isRequired = true
        composer.fault = error?.fieldNote("composer")
        work.fault = error?.fieldNote("work")
        movement.fault = error?.fieldNote("movement")
        recording.fault = error?.fieldNote("recording")
        composer.attributes = " maxlength=\"200\""
        work.attributes = " maxlength=\"200\""
        movement.attributes = " maxlength=\"200\""
        recording.attributes = " maxlength=\"300\""
        return """
            <div class="pair">\(composer.html)\(work.html)</div><div class="pair">\(movement.html)\(recording.html)</div>
            """
    }
}
