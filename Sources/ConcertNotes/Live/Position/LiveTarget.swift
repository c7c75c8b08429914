import Web

/// A requested position, a requested state, or both. `LiveRule` gives the state after a target without a state.
public struct LiveTarget: Sendable, Hashable {
    /// The name of a piece, in any spelling with the same normal form (spec I1); `nil` for the current piece.
    public var piece: String?
    /// The measure as heard, from 1; `nil` for the current measure, or with `piece` for the first measure of that piece.
    public var measure: Int?
    public var state: LiveState?

    public init(piece: String? = nil, measure: Int? = nil, state: LiveState? = nil) {
        self.piece = piece
        self.measure = measure
        self.state = state
    }

    /// Returns the requested position. The piece is that of `current` unless the target names one; the measure is that of `current` unless the target
    /// names a piece or a measure. Throws `APIError` 422 for an unknown piece or measure.
    package func programPosition(from current: ProgramPosition, in program: LiveProgram) throws(APIError)
        -> ProgramPosition
    {
        var programPosition = current
        if let piece {
            guard let index = program.index(ofPiece: piece) else {
                let names = program.pieces.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw .field(
                    "/piece", code: .noSuchPiece,
                    "the concert on the air has no piece \"\(piece)\"; its pieces are \(names)")
            }
            programPosition = ProgramPosition(piece: index, measure: 1)
        }
        if let measure {
            let range = 1...program.pieces[programPosition.piece].measureCount
            guard range.contains(measure) else {
                throw .field(
                    "/measure", code: .measureOutOfRange,
                    "\(program.pieces[programPosition.piece].name) has no measure \(measure); "
                        + "its measures are \(range.lowerBound) to \(range.upperBound), counted as heard")
            }
            programPosition.measure = measure
        }
        return programPosition
    }
}
