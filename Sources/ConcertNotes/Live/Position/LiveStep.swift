import Web

/// A step forward or back by a number of measures. The last measure of a piece is followed by measure 1 of the next piece of the programme.
public struct LiveStep: Sendable, Hashable {
    /// The largest number of measures of a step in either direction.
    static let limit = 1000

    /// The number of measures; negative for a step back.
    public let by: Int

    /// Creates a step of -1000 to 1000 measures, except 0. Throws `APIError` 422 for another number.
    public init(by: Int) throws(APIError) {
        guard by != 0, (-Self.limit...Self.limit).contains(by) else {
            throw .field(
                "/by", code: .stepOutOfRange,
                "a step must be a number of measures from -\(Self.limit) to \(Self.limit), except 0, found \(by)")
        }
        self.by = by
    }

    /// Returns the position after the step. O(pieces). Throws `APIError` 409 for a step beyond either end of the programme, so that the concert
    /// never moves to a position that nobody requested.
    package func applied(to programPosition: ProgramPosition, in program: LiveProgram) throws(APIError)
        -> ProgramPosition
    {
        var piece = programPosition.piece
        // The sum cannot overflow: a measure is a 32-bit integer in the database, and a step is at most 1000.
        var measure = programPosition.measure + by
        while measure < 1 {
            guard piece > 0 else {
                throw .beyondProgramme("the step leads beyond the beginning of the programme: go to a measure instead")
            }
            piece -= 1
            measure += program.pieces[piece].measureCount
        }
        while measure > program.pieces[piece].measureCount {
            guard piece + 1 < program.pieces.count else {
                throw .beyondProgramme("the step leads beyond the end of the programme: go to a measure instead")
            }
            measure -= program.pieces[piece].measureCount
            piece += 1
        }
        return ProgramPosition(piece: piece, measure: measure)
    }
}
