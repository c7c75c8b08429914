/// A position within its programme: all that an operator needs to see at a glance.
struct LiveSituation: Sendable, Hashable {
    let position: LivePosition
    let place: LivePlace
    let program: LiveProgram

    /// `nil` when the position's piece is not in this programme: one of the two was read before a new import.
    init?(_ onAir: LiveSnapshot.OnAir, in program: LiveProgram) {
        guard let place = program.place(of: onAir.position) else { return nil }
        position = onAir.position
        self.place = place
        self.program = program
    }

    var piece: LiveProgram.Piece { program.pieces[place.piece] }

    /// The section that the position lies in.
    var section: LiveProgram.Section? { piece.section(at: place.measure).map { piece.sections[$0] } }

    /// The section after it in the same piece.
    var nextSection: LiveProgram.Section? { piece.sections.first { $0.measure > place.measure } }

    /// Where one step leads, or `nil` at the programme's end.
    func place(afterStep by: Int) -> LivePlace? {
        try? LiveStep(by: by).applied(to: place, in: program)
    }
}
