import ConcertNotes

/// A palette that chooses the colours of sections without a colour. Sections of the same label get the same colour (spec N13).
public struct SectionPalette: Sendable {
    /// The names of colours that old phones can read, in the order of their use.
    private static let names = [
        "red", "orange", "yellow", "green", "cyan", "blue", "purple", "magenta", "brown", "gray",
    ]

    private var colours: [String: String]

    /// Creates a palette that keeps the colours of these sections.
    public init(_ sections: [PieceContent.SectionContent]) {
        colours = Dictionary(sections.map { ($0.label, $0.colour) }) { first, _ in first }
    }

    /// Returns the colour of a label. A new label gets the next of the ten colours of the palette; the first colour follows the last.
    public mutating func colour(of label: String) -> String {
        if let colour = colours[label] { return colour }
        let colour = Self.names[colours.count % Self.names.count]
        colours[label] = colour
        return colour
    }
}
