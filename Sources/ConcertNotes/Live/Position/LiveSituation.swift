import Web

/// A live position together with its programme, for the operator page and for rehearsals.
struct LiveSituation: Sendable, Hashable {
    let position: LivePosition
    let programPosition: ProgramPosition
    let program: LiveProgram

    /// Joins a position and a programme; `nil` if the programme lacks the position, because a new import came between the readings of the two.
    init?(_ onAir: LiveSnapshot.OnAir, in program: LiveProgram) {
        guard let programPosition = program.programPosition(of: onAir.position),
            programPosition.measure <= program.pieces[programPosition.piece].measureCount
        else { return nil }
        position = onAir.position
        self.programPosition = programPosition
        self.program = program
    }

    /// Creates the situation of a rehearsal, which is not on the air, with revision 0 and the state `running`.
    init(rehearsing programPosition: ProgramPosition, in program: LiveProgram) {
        let piece = program.pieces[programPosition.piece]
        let printed = piece.printed(at: programPosition.measure)
        position = LivePosition(
            piece: piece.name, measure: programPosition.measure, printedMeasure: printed.number, pass: printed.pass,
            revision: 0, state: .running, source: .operator, at: Instant(milliseconds: 0))
        self.programPosition = programPosition
        self.program = program
    }

    var piece: LiveProgram.Piece { program.pieces[programPosition.piece] }

    /// The section of the current measure; `nil` before the first section of the piece.
    var section: LiveProgram.Section? { piece.section(at: programPosition.measure).map { piece.sections[$0] } }

    /// The next section of the piece; `nil` if there is none after the current measure.
    var nextSection: LiveProgram.Section? { piece.sections.first { $0.measure > programPosition.measure } }

    /// Returns the position after a step; `nil` beyond the beginning or end of the programme, and for a step that `LiveStep` does not allow.
    func programPosition(afterStep by: Int) -> ProgramPosition? {
        try? LiveStep(by: by).applied(to: programPosition, in: program)
    }
}
