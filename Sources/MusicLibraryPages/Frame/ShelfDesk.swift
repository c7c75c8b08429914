import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The stores, page frame and list markup that the shelf and podcast pages share.
struct ShelfDesk: Sendable {
    let shelves: ShelfStore
    let stations: StationStore
    let filing: FilingDesk
    let views: ViewNote

    init(database: TenantDatabase, filing: FilingResources) {
        shelves = ShelfStore(database: database)
        stations = StationStore(database: database)
        self.filing = FilingDesk(database: database, filing: filing)
        views = ViewNote(database: database)
    }

    /// Returns a page with the number of uncertain filings in its tabs.
    func page(
        _ title: String, _ section: LibraryPage.Section, _ context: RequestContext, content: HTML
    ) async throws -> LibraryPage {
        var page = LibraryPage(title, section, context, content: content)
        if section.isMusic { page.uncertain = try await shelves.uncertain(of: context.listener) }
        return page
    }

    /// Returns the length of a list, shown above the list; empty for an empty list.
    static func total(_ count: Int64, _ one: String) -> HTML {
        count == 0 ? .empty : "<p class=\"faint\">\(CloudClock.count(count, one))</p>"
    }

    /// Returns the links from one page of a list to the next page and to the first page.
    ///
    /// - Parameter path: the path of the list, with its query if it has one.
    static func ways(_ path: String, isFirst: Bool, next: String?) -> HTML {
        let sign = path.contains("?") ? "&" : "?"
        let first: HTML? = isFirst ? nil : "<a class=\"button quiet\" href=\"\(path)\">First page</a>"
        let more: HTML? = next.map {
            "<a class=\"button quiet\" href=\"\(path)\(sign)cursor=\($0.percentEncoded)\">Next page</a>"
        }
        return first == nil && more == nil ? .empty : "<p class=\"pages\">\(first)\(more)</p>"
    }

    /// Returns the alphabetic index beside a list, which is empty for a list with fewer than two letters.
    static func rail(_ rail: LetterRail, _ path: String, _ page: ShelfPage) -> HTML {
        guard rail.letters.count > 1 else { return .empty }
        let sign = path.contains("?") ? "&" : "?"
        let here = page.after.flatMap { place in
            rail.letters.last { $0.start.utf8.lexicographicallyPrecedes(place.key.utf8) || $0.start == place.key }
        }
        return LetterIndex(
            rail.letters.map { letter in
                let place = ShelfPage.Place(key: letter.start, id: 0).description.percentEncoded
                return .init(
                    letter.label, "\(path)\(sign)cursor=\(place)", note: letter.words, isCurrent: letter == here)
            }
        ).html
    }
}
