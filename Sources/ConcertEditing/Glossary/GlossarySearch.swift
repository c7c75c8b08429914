import ConcertNotes
import Web

/// A search for the terms whose name or description contains a text, regardless of case and diacritics.
package struct GlossarySearch: Sendable {
    private let text: String
    private let folded: String

    /// Creates a search. An empty text finds every term.
    package init(_ text: String) {
        self.text = text.lowercased()
        folded = Self.folded(text)
    }

    /// Returns whether the search finds the term. O(n) in the length of the description.
    package func finds(_ item: GlossaryItem) -> Bool {
        text.isEmpty || isPart(of: item.name) || isPart(of: item.description)
    }

    private func isPart(of whole: String) -> Bool {
        whole.lowercased().contains(text) || (!folded.isEmpty && Self.folded(whole).contains(folded))
    }

    private static func folded(_ text: String) -> String { Folding.words(of: text).joined(separator: " ") }
}
