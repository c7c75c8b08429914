import ConcertNotes
import Web

/// A search for the terms whose name or description contains a text, regardless of case and diacritics.
package struct GlossarySearch: Sendable {
    private let text: String

    /// Creates a search. An empty text finds every term.
    package init(_ text: String) {
        self.text = Self.folded(text)
    }

    /// Returns whether the search finds the term. O(n) in the length of the description.
    package func finds(_ item: GlossaryItem) -> Bool {
        text.isEmpty || Self.folded(item.name).contains(text) || Self.folded(item.description).contains(text)
    }

    /// Returns the text with folded letters and numbers; spaces and punctuation are kept.
    private static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { folded.append(contentsOf: Folding.fold(scalar) ?? [scalar]) }
        return String(folded)
    }
}
