extension Piece {
    /// Returns a measure by its number as heard, from 1, or `nil` if the piece does not have it. O(1).
    package func measure(_ number: Int) -> Measure? {
        measures.indices.contains(number - 1) ? measures[number - 1] : nil
    }

    /// Whether any printed measure is heard more than once, so that a printed number alone does not identify a measure as heard.
    package var hasRepeats: Bool { measures.contains { $0.pass > 1 } }

    /// Returns the section of a measure; `nil` before the first section. O(sections).
    package func section(at measure: Int) -> StructureSection? { structure.sections.last { $0.measure <= measure } }
}
