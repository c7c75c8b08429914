/// A place in the programme: which piece, and which measure of it as heard (spec I12).
public struct LivePlace: Sendable, Hashable {
    /// The piece's place in the programme, from 0.
    public var piece: Int
    /// From 1 to the piece's measure count.
    public var measure: Int

    public init(piece: Int, measure: Int) {
        self.piece = piece
        self.measure = measure
    }
}
