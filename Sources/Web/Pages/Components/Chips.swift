/// A row of links that filter a list or select a section of the list.
public struct Chips: Sendable {
    /// A link of the row.
    public struct Chip: Sendable {
        let title: HTML
        let address: String
        let count: Int?
        let isCurrent: Bool

        /// Creates a link. `count` is the number of items to which it leads; `nil` if unknown.
        public init(_ title: HTML, _ address: String, count: Int? = nil, isCurrent: Bool) {
            self.title = title
            self.address = address
            self.count = count
            self.isCurrent = isCurrent
        }
    }

    private let label: String
    private let chips: [Chip]

    /// Creates a row of links. `label` is its name for screen readers.
    public init(_ label: String, _ chips: [Chip]) {
        self.label = label
        self.chips = chips
    }

    /// The row as markup.
    public var html: HTML {
        """
        <nav aria-label="\(label)"><ul class="chips">\(chips.map { chip -> HTML in
            let mark: HTML = chip.isCurrent ? " aria-current=\"true\"" : .empty
            let count: HTML = chip.count.map { " <span>\($0)</span>" } ?? .empty
            return "<li><a href=\"\(HTML.address(chip.address))\"\(mark)>\(chip.title)\(count)</a></li>"
        })</ul></nav>
        """
    }
}

/// An index of first letters above a list (ICU calls it `AlphabeticIndex`). On a phone the index scrolls sideways.
public struct LetterIndex: Sendable {
    /// A letter of the index, with the URL of the first entry for the letter.
    public struct Letter: Sendable {
        let key: String
        let address: String
        let note: String
        let isCurrent: Bool

        /// Creates a letter of the index.
        ///
        /// - Parameters:
        ///   - key: the text, such as "A" or "#".
        ///   - note: additional text for screen readers, such as "12 shows"; may be empty.
        ///   - isCurrent: whether the page shows entries for this letter.
        public init(_ key: String, _ address: String, note: String, isCurrent: Bool) {
            self.key = key
            self.address = address
            self.note = note
            self.isCurrent = isCurrent
        }
    }

    private let letters: [Letter]

    public init(_ letters: [Letter]) { self.letters = letters }

    /// The index as markup.
    public var html: HTML {
        """
        <nav aria-label="Letters"><ol class="rail">\(letters.map { letter -> HTML in
            let mark: HTML = letter.isCurrent ? " aria-current=\"true\"" : .empty
            let note: HTML = letter.note.isEmpty ? .empty : "<span class=\"hidden\">, \(letter.note)</span>"
            return "<li><a href=\"\(HTML.address(letter.address))\"\(mark)>\(letter.key)\(note)</a></li>"
        })</ol></nav>
        """
    }
}
