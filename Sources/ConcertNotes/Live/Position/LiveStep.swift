import Web

/// Next or back by a number of measures, as one walk through the whole programme: after the last measure of
/// a piece comes measure 1 of the next, before measure 1 the last of the piece before.
public struct LiveStep: Sendable, Hashable {
    /// How far one step may go either way.
    static let limit = 1000

    /// Negative is back.
    public let by: Int

    /// - Parameter by: -1000 to 1000, but not 0.
    public init(by: Int) throws(APIError) {
        guard by != 0, (-Self.limit...Self.limit).contains(by) else {
            throw .field(
                "/by", code: "step-out-of-range",
                "a step must be a whole number of measures from -\(Self.limit) to \(Self.limit), and not 0")
        }
        self.by = by
    }

    /// The place that the step leads to. A step beyond either end of the programme is refused as a whole, so
    /// that a place is never one that nobody asked for. O(pieces).
    func applied(to place: LivePlace, in program: LiveProgram) throws(APIError) -> LivePlace {
        var piece = place.piece
        // No overflow: a measure is an `integer` of the database and a step at most 1000.
        var measure = place.measure + by
        while measure < 1 {
            guard piece > 0 else {
                throw .beyondProgramme("the step leads beyond the beginning of the programme")
            }
            piece -= 1
            measure += program.pieces[piece].measureCount
        }
        while measure > program.pieces[piece].measureCount {
            guard piece + 1 < program.pieces.count else {
                throw .beyondProgramme("the step leads beyond the end of the programme")
            }
            measure -= program.pieces[piece].measureCount
            piece += 1
        }
        return LivePlace(piece: piece, measure: measure)
    }
}
