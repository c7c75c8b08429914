/// A position in the programme: a piece, and a measure of that piece as heard (spec I12).
public struct ProgramPosition: Sendable, Hashable {
    /// The index of the piece in the programme, from 0.
    public var piece: Int
    /// The measure as heard, from 1.
    public var measure: Int

    public init(piece: Int, measure: Int) {
        self.piece = piece
        self.measure = measure
    }
}
