/// Lookups of measures and sections, for printed sheets.
extension Piece {
    /// Returns a measure by its number as heard, or `nil` if the piece has no measure with this number. O(1).
    package func measure(_ number: Int) -> Measure? {
        measures.indices.contains(number - 1) ? measures[number - 1] : nil
    }

    /// Whether any printed measure is heard more than once, so that a printed number alone does not identify a measure as heard.
    package var hasRepeats: Bool { measures.contains { $0.pass > 1 } }

    /// Returns the section that a measure belongs to, or `nil` before the first section. O(sections).
    package func section(at measure: Int) -> StructureSection? { structure.sections.last { $0.measure <= measure } }
}
