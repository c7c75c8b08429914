/// What an operator can walk through: the pieces of the live concert in order, with their printed measures
/// and sections. A value of one revision of the concert's content.
public struct LiveProgram: Sendable, Hashable {
    public let concert: Concert.ID
    /// The revision of the content that this is.
    public let revision: Int
    public let title: String
    /// In the order of the programme; never empty on the air.
    public let pieces: [Piece]

    /// A movement as the operator steps through it.
    public struct Piece: Sendable, Hashable {
        /// The row's key. Another revision of the content may have another for the same name.
        let id: Int64
        /// The canonical name (spec N4).
        public let name: String
        /// As heard, repeats counted.
        public let measureCount: Int
        /// What the score prints at each measure as heard, from measure 1.
        let printed: [Printed]
        /// In the order of their measures.
        public let sections: [Section]
        /// The name's normal form (spec I1).
        let key: String
    }

    /// A measure as a musician says it: «m. 35, 2nd time».
    public struct Printed: Sendable, Hashable {
        public let number: String
        public let pass: Int
    }

    /// A block of the structure drawer (spec N13).
    public struct Section: Sendable, Hashable {
        /// Where it begins, as heard.
        public let measure: Int
        public let label: String
        public let colour: Colour
    }

    /// The piece of this name in any form of spec I1. O(pieces).
    func index(ofPiece name: String) -> Int? {
        // A name copied out of an address has its spaces as "%20"; a key would keep the digits.
        let key = PieceName.key(of: name.replacing("%20", with: " "))
        guard !key.isEmpty else { return nil }
        return pieces.firstIndex { $0.key == key }
    }

    /// Where a position is in this programme, or `nil` when its piece is not here.
    func place(of position: LivePosition) -> LivePlace? {
        guard let index = index(ofPiece: position.piece) else { return nil }
        return LivePlace(piece: index, measure: position.measure)
    }
}

extension LiveProgram.Piece {
    /// The printed number of a measure as heard; its own number where the score says nothing.
    public func printed(at measure: Int) -> LiveProgram.Printed {
        guard printed.indices.contains(measure - 1) else {
            return LiveProgram.Printed(number: String(measure), pass: 1)
        }
        return printed[measure - 1]
    }

    /// The measure as heard at which the score's number is heard for the `pass`th time. O(measures).
    public func measure(printed number: String, pass: Int) -> Int? {
        let wanted = LiveProgram.Printed(number: number, pass: pass)
        return printed.firstIndex(of: wanted).map { $0 + 1 }
    }

    /// How often the score's number is heard. O(measures).
    public func passes(ofPrinted number: String) -> Int {
        printed.count { $0.number == number }
    }

    /// The section that a measure lies in, by its place in `sections`; `nil` before the first.
    public func section(at measure: Int) -> Int? {
        sections.lastIndex { $0.measure <= measure }
    }
}

extension LiveProgram.Printed {
    /// As a musician says it: «m. 35», and which time where the score's number is heard more than once.
    func spoken(of piece: LiveProgram.Piece) -> String {
        piece.passes(ofPrinted: number) > 1 ? "m. \(number), \(Self.ordinal(pass)) time" : "m. \(number)"
    }

    /// "1st", "2nd", "11th", "22nd".
    static func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (_, 11...13): "\(number)th"
        case (1, _): "\(number)st"
        case (2, _): "\(number)nd"
        case (3, _): "\(number)rd"
        default: "\(number)th"
        }
    }
}
