import Web

/// Where a client wants the live concert to be. Each member left out keeps what is, except that a piece
/// without a measure begins at its first.
public struct LiveTarget: Sendable, Hashable {
    /// The name of a piece, in any form that spec I1 allows.
    public var piece: String?
    /// As heard, from 1.
    public var measure: Int?
    public var state: LiveState?

    public init(piece: String? = nil, measure: Int? = nil, state: LiveState? = nil) {
        self.piece = piece
        self.measure = measure
        self.state = state
    }

    /// The place meant, for a concert that is at `current`.
    func place(from current: LivePlace, in program: LiveProgram) throws(APIError) -> LivePlace {
        var place = current
        if let piece {
            guard let index = program.index(ofPiece: piece) else {
                throw .field("/piece", code: "no-such-piece", "no piece of the concert on the air has this name")
            }
            place = LivePlace(piece: index, measure: 1)
        }
        if let measure {
            let range = 1...program.pieces[place.piece].measureCount
            guard range.contains(measure) else {
                throw .field(
                    "/measure", code: "measure-out-of-range",
                    "\(program.pieces[place.piece].name) has measures \(range.lowerBound) to \(range.upperBound), "
                        + "counted as heard")
            }
            place.measure = measure
        }
        return place
    }
}
