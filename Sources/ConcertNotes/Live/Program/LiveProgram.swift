/// The programme of a concert, as moves, the operator page and rehearsals use it: the pieces in order, with printed measures, sections, tracks and
/// reference times, at one revision of the content.
public struct LiveProgram: Sendable, Hashable {
    public let concert: Concert.ID
    public let revision: Int
    public let title: String
    /// The pieces in the order of the programme; never empty on the air.
    public let pieces: [Piece]

    /// A piece, which is one movement of a work.
    public struct Piece: Sendable, Hashable {
        /// The ID of the piece's row in the database. A piece of the same name may have another ID in another revision.
        let id: Int64
        /// The canonical name (spec N4).
        public let name: String
        /// The number of measures as heard, with repeats counted.
        public let measureCount: Int
        /// The printed number of each measure as heard, from measure 1.
        let printed: [PrintedMeasure]
        /// The sections in the order of their measures.
        public let sections: [Section]
        /// The normal form of the name (spec I1).
        let key: String
        /// The start of each measure in the reference recording, in milliseconds, from measure 1; empty for a piece without a table of measures.
        var starts: [Int] = []
        /// The end of the piece in the reference recording, in milliseconds.
        var endMs = 0
        /// The tracks of annotations, in the order of the track picker.
        var tracks: [Track] = []
    }

    /// A track of annotations (spec N10).
    public struct Track: Sendable, Hashable {
        public let name: String
        /// The annotations in the order of their measures.
        public let annotations: [Annotation]
    }

    /// An annotation, which phones show from its measure until the measure of the next annotation of the track (spec N11).
    public struct Annotation: Sendable, Hashable {
        /// The first measure of the annotation, as heard.
        public let measure: Int
        public let text: String
    }

    /// A printed measure number and the number of the pass through that measure, as in "m. 35, 2nd time".
    public struct PrintedMeasure: Sendable, Hashable {
        public let number: String
        public let pass: Int
    }

    /// A section of the structure drawer (spec N13).
    public struct Section: Sendable, Hashable {
        /// The first measure of the section, as heard.
        public let measure: Int
        public let label: String
        public let colour: Colour
    }

    /// Returns a programme of pieces with a measure every `measureMs` milliseconds.
    package static func plain(concert: Concert.ID, pieces: [(name: String, measures: Int)], measureMs: Int)
        -> LiveProgram
    {
        LiveProgram(
            concert: concert, revision: 1, title: "",
            pieces: pieces.enumerated().map { index, piece in
                Piece(
                    id: Int64(index + 1), name: piece.name, measureCount: piece.measures, printed: [], sections: [],
                    key: PieceName.key(of: piece.name), starts: (0..<piece.measures).map { $0 * measureMs },
                    endMs: piece.measures * measureMs)
            })
    }

    /// Returns the index of the piece with this name, in any spelling with the same normal form (spec I1), or `nil`. O(pieces).
    func index(ofPiece name: String) -> Int? {
        // Positions and follower readings usually have the exact name, which is compared much faster than its key.
        if let index = pieces.firstIndex(where: { $0.name == name }) { return index }
        // A name copied from a web address has "%20" for spaces, and its key would contain the digits 20.
        let key = PieceName.key(of: name.replacing("%20", with: " "))
        guard !key.isEmpty else { return nil }
        return pieces.firstIndex { $0.key == key }
    }

    /// Returns the position in this programme, or `nil` if the programme does not have its piece. The measure is not checked.
    func programPosition(of position: LivePosition) -> ProgramPosition? {
        guard let index = index(ofPiece: position.piece) else { return nil }
        return ProgramPosition(piece: index, measure: position.measure)
    }
}

extension LiveProgram.Piece {
    /// Returns the printed number and the pass of a measure as heard; for an unknown measure, the measure itself with pass 1.
    public func printed(at measure: Int) -> LiveProgram.PrintedMeasure {
        guard printed.indices.contains(measure - 1) else {
            return LiveProgram.PrintedMeasure(number: String(measure), pass: 1)
        }
        return printed[measure - 1]
    }

    /// Returns the measure as heard in the given pass through a printed number; `nil` if the number is not heard in this pass. O(measures).
    public func measure(printed number: String, pass: Int) -> Int? {
        let wanted = LiveProgram.PrintedMeasure(number: number, pass: pass)
        return printed.firstIndex(of: wanted).map { $0 + 1 }
    }

    /// Returns the number of times that a printed number is heard. O(measures).
    public func passes(ofPrinted number: String) -> Int {
        printed.count { $0.number == number }
    }

    /// Returns the index in `sections` of the section of a measure; `nil` before the first section.
    public func section(at measure: Int) -> Int? {
        sections.lastIndex { $0.measure <= measure }
    }
}

extension LiveProgram.PrintedMeasure {
    /// Returns the measure in words: "m. 35", or "m. 35, 2nd time" if the printed number is heard more than once.
    func text(of piece: LiveProgram.Piece) -> String {
        piece.passes(ofPrinted: number) > 1 ? "m. \(number), \(Self.ordinal(pass)) time" : "m. \(number)"
    }

    /// Returns an ordinal number in English, such as "1st", "2nd", "11th" or "22nd".
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
