import HTTP
import Tenancy
import Web

/// What the pages of the shelves and the podcasts share: their stores, their frame, and how a list is shown.
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

    /// The frame of a page, with what is uncertain counted.
    func page(
        _ title: String, _ section: LibraryPage.Section, _ context: RequestContext, content: HTML
    ) async throws -> LibraryPage {
        var page = LibraryPage(title, section, context, content: content)
        if section.isMusic { page.uncertain = try await shelves.uncertain(of: context.listener) }
        return page
    }

    /// How long a list is, above it; nothing above an empty one.
    static func total(_ count: Int64, _ one: String) -> HTML {
        count == 0 ? .empty : "<p class=\"faint\">\(CloudClock.count(count, one))</p>"
    }

    /// The ways on from a page of a list.
    ///
    /// - Parameter path: of the list, with its query where it has one.
    static func ways(_ path: String, isFirst: Bool, next: String?) -> HTML {
        let sign = path.contains("?") ? "&" : "?"
        let first: HTML? = isFirst ? nil : "<a class=\"button quiet\" href=\"\(path)\">First page</a>"
        let more: HTML? = next.map {
            "<a class=\"button quiet\" href=\"\(path)\(sign)cursor=\($0.percentEncoded)\">Next page</a>"
        }
        return first == nil && more == nil ? .empty : "<p class=\"pages\">\(first)\(more)</p>"
    }

    /// The letters by which a list is entered; nothing for a list of one page.
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

    /// A list of tracks.
    static func lines(_ lines: [TrackLine], isOrdered: Bool = false) -> HTML {
        guard !lines.isEmpty else { return .empty }
        var list = RowList(lines.map(\.row))
        list.isOrdered = isOrdered
        return list.html
    }
}
