import MusicLibrary
import Web

/// The markup around a browse list: the length, the links to other pages of the list, and the alphabetic index.
enum BrowseMarkup {
    /// Returns the number of entries of a list, shown above the list; empty for an empty list. `one` is the singular noun for an entry.
    static func total(_ count: Int64, _ one: String) -> HTML {
        count == 0 ? .empty : "<p class=\"faint\">\(LibraryFormat.count(count, one))</p>"
    }

    /// Returns the content of a page of a list without entries: `state` on the first page, and a sentence on a later page.
    static func nothing(_ state: HTML, _ page: KeysetPage) -> HTML { page.after == nil ? state : end }

    /// The sentence on a page after the last entry of a list.
    static let end: HTML = "<p class=\"faint\">There are no further entries.</p>"

    /// Returns the links to the first and to the next page of the list at `path`, which may have a query. The first page has no link to itself;
    /// `next` is the cursor of the next page, `nil` on the last page. Without either link, the result is empty.
    static func pageLinks(_ path: String, isFirst: Bool, next: String?) -> HTML {
        let sign = path.contains("?") ? "&" : "?"
        let first: HTML? = isFirst ? nil : "<a class=\"button quiet\" href=\"\(path)\">First page</a>"
        let more: HTML? = next.map {
            "<a class=\"button quiet\" href=\"\(path)\(sign)cursor=\($0.percentEncoded)\">Next page</a>"
        }
        return first == nil && more == nil ? .empty : "<p class=\"pages\">\(first)\(more)</p>"
    }

    /// Returns the alphabetic index beside a list; empty for a list with fewer than two letters.
    static func index(_ index: AlphabeticIndex, _ path: String, _ page: KeysetPage) -> HTML {
        guard index.letters.count > 1 else { return .empty }
        let sign = path.contains("?") ? "&" : "?"
        let here = page.after.flatMap { position in
            index.letters.last {
                $0.start.utf8.lexicographicallyPrecedes(position.key.utf8) || $0.start == position.key
            }
        }
        return LetterIndex(
            index.letters.map { letter in
                let position = KeysetPage.Position(key: letter.start, id: 0).description.percentEncoded
                return .init(
                    letter.label, "\(path)\(sign)cursor=\(position)", note: letter.words, isCurrent: letter == here)
            }
        ).html
    }
}
