import Web

/// Where the jump form points: a piece, and in it a number as the score prints it or as it is heard.
struct OperatorJump: Sendable, Hashable {
    let piece: String
    /// Empty for the beginning.
    let measure: String
    let isPrinted: Bool
    /// Which time a printed number is meant, from 1.
    let pass: Int

    /// - Throws: 422 for a missing field or one out of range.
    init(_ form: FormFields) throws(APIError) {
        self.init(
            piece: try form("piece"), measure: try form.optional("measure") ?? "",
            isPrinted: try form("counted") == "printed",
            pass: try form.optional("pass") == nil ? 1 : form.integer("pass", in: 1...999))
    }

    init(piece: String, measure: String, isPrinted: Bool, pass: Int) {
        self.piece = piece
        self.measure = measure.filter { !$0.isWhitespace }
        self.isPrinted = isPrinted
        self.pass = pass
    }

    /// - Throws: 422 for a piece that is not in the programme, or a number that its score does not have.
    func target(in program: LiveProgram) throws(APIError) -> LiveTarget {
        guard !measure.isEmpty else { return LiveTarget(piece: piece) }
        guard isPrinted else {
            guard let heard = Int64(digits: measure).flatMap(Int.init(exactly:)) else {
                throw .invalid("measure", "must be a whole number when measures are counted as heard")
            }
            return LiveTarget(piece: piece, measure: heard)
        }
        guard let index = program.index(ofPiece: piece) else { return LiveTarget(piece: piece) }
        let piece = program.pieces[index]
        guard let heard = piece.measure(printed: measure, pass: pass) else {
            let passes = piece.passes(ofPrinted: measure)
            throw .field(
                "measure", code: "no-such-measure",
                passes == 0
                    ? "the score of \(piece.name) has no measure \(measure)"
                    : "measure \(measure) of \(piece.name) is heard \(passes == 1 ? "once" : "\(passes) times") only")
        }
        return LiveTarget(piece: piece.name, measure: heard)
    }
}
