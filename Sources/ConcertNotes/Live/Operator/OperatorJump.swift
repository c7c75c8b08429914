import Web

/// The fields of the form "Go to a measure": a piece, and a measure number as printed in the score or as heard.
struct OperatorJump: Sendable, Hashable {
    let piece: String
    /// The measure as typed, without white space; empty for the beginning of the piece.
    let measure: String
    let isPrinted: Bool
    /// The number of the pass through a printed measure, from 1.
    let pass: Int

    /// Creates the request from the fields of the form: `to`, or otherwise `piece`, `measure`, `counted` and `pass`. `counted` is `printed` for a
    /// measure as printed; any other value means as heard. A missing `measure` means the beginning of the piece, and a missing `pass` the first pass.
    /// Throws `APIError` 422 if `piece` or `counted` is missing, or if `to` or `pass` is invalid, and 400 for a repeated field.
    init(_ form: FormFields) throws(APIError) {
        // A measure that was found, such as "35 Composer, Work: Movement".
        if let to = try form.optional("to") {
            let parts = to.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, Int64(digits: parts[0]) != nil else {
                throw .invalid(
                    "to",
                    "must be a measure number, counted as heard with repeats, then a space and the name of a piece, as in \"35 Composer, "
                        + "Work: Movement\", found \"\(to.prefix(100))\"")
            }
            self.init(piece: String(parts[1]), measure: String(parts[0]), isPrinted: false, pass: 1)
            return
        }
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

    /// Returns the target of the move, with the measure as heard. Throws `APIError` 422 for a printed measure that is not heard in this pass, or for
    /// a measure as heard that is not a whole number. `LiveTarget` checks whether the piece exists and has the measure as heard.
    func target(in program: LiveProgram) throws(APIError) -> LiveTarget {
        guard !measure.isEmpty else { return LiveTarget(piece: piece) }
        guard isPrinted else {
            guard let heard = Int64(digits: measure).flatMap(Int.init(exactly:)) else {
                throw .invalid(
                    "measure",
                    "must be a whole number when measures are counted as heard, found \"\(measure.prefix(100))\"")
            }
            return LiveTarget(piece: piece, measure: heard)
        }
        guard let index = program.index(ofPiece: piece) else { return LiveTarget(piece: piece) }
        let piece = program.pieces[index]
        guard let heard = piece.measure(printed: measure, pass: pass) else {
            let passes = piece.passes(ofPrinted: measure)
            throw .field(
                "measure", code: .noSuchMeasure,
                passes == 0
                    ? "the score of \(piece.name) has no measure \(measure): enter a number that the score prints"
                    : "measure \(measure) of \(piece.name) is heard only "
                        + (passes == 1 ? "once: choose the 1st time" : "\(passes) times: choose one of these times"))
        }
        return LiveTarget(piece: piece.name, measure: heard)
    }
}
