/// A live position together with its programme, for the operator page.
struct LiveSituation: Sendable, Hashable {
    let position: LivePosition
    let place: LivePlace
    let program: LiveProgram

    /// Joins a position and a programme. Returns `nil` if the programme does not have the piece, because either the position or
    /// the programme was read before a new import.
    init?(_ onAir: LiveSnapshot.OnAir, in program: LiveProgram) {
        guard let place = program.place(of: onAir.position) else { return nil }
        position = onAir.position
        self.place = place
        self.program = program
    }

    var piece: LiveProgram.Piece { program.pieces[place.piece] }

    /// The section of the current measure; `nil` before the first section.
    var section: LiveProgram.Section? { piece.section(at: place.measure).map { piece.sections[$0] } }

    /// The next section of the piece; `nil` in the last section.
    var nextSection: LiveProgram.Section? { piece.sections.first { $0.measure > place.measure } }

    /// Returns the place after a step, or `nil` beyond the beginning or end of the programme.
    func place(afterStep by: Int) -> LivePlace? {
        try? LiveStep(by: by).applied(to: place, in: program)
    }
}
