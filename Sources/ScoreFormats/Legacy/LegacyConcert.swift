/// The content of a concert, read from getData.php of an old installation (spec N6–N14).
public struct LegacyConcert: Sendable, Hashable {
    /// A piece, which is one movement of a work.
    public struct Piece: Sendable, Hashable {
        /// The name as served, such as "Strauss, Don Juan: Don Juan" (spec N2).
        public let name: String
        /// The number of measures as heard (spec N8).
        public let measures: Int
        /// The beginning of each measure in seconds, from measure 1 (spec N9); empty if the piece has no track NumSeconds.
        public let seconds: [Double]
        /// The tracks in the order of the file, except NumSeconds and Structure (spec N10).
        public let tracks: [Track]
        /// The sections in the order of the file (spec N13); empty if the piece has no track Structure.
        public let sections: [Section]
        /// The page that marks the end of the piece (spec N14); `nil` if the piece has no track Structure.
        public let end: Page?
        /// The line in the file, from 1.
        public let line: Int
    }

    /// A track of annotations, with the pages in the order of the file.
    public struct Track: Sendable, Hashable {
        public let name: String
        public let pages: [Page]
        public let line: Int
    }

    /// A page of a track: an annotation, or the page that marks the end.
    public struct Page: Sendable, Hashable {
        /// The measure as heard, from 1.
        public let measure: Int
        /// The start of the page in seconds in the reference recording (spec N9); `nil` if the page has none.
        public let time: Double?
        public let text: String
        public let line: Int
    }

    /// A section of the structure.
    public struct Section: Sendable, Hashable {
        /// The colour of a section: a name as written, or red, green and blue from 0 to 255.
        public enum Color: Sendable, Hashable {
            case tag(String)
            case rgb(Int, Int, Int)
        }

        /// The measure as heard, from 1.
        public let measure: Int
        public let label: String
        public let color: Color
        public let line: Int
    }

    public let pieces: [Piece]
}
