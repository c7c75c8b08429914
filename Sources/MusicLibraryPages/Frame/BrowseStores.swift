import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The stores and the page frame that the pages of the library, its tracks and the podcasts share.
struct BrowseStores: Sendable {
    let browse: BrowseStore
    let stations: StationStore
    let filing: FilingChanges
    let views: ViewStateRecorder

    init(database: TenantDatabase, filing: FilingResources) {
        browse = BrowseStore(database: database)
        stations = StationStore(database: database)
        self.filing = FilingChanges(database: database, filing: filing)
        views = ViewStateRecorder(database: database)
    }

    /// Returns a page. On pages of the library, the tab for uncertain tracks shows the number of uncertain filings.
    func page(
        _ title: String, _ section: LibraryPage.Section, _ context: RequestContext, content: HTML
    ) async throws -> LibraryPage {
        var page = LibraryPage(title, section, context, content: content)
        if section.isMusic { page.uncertain = try await browse.uncertain(of: context.listener) }
        return page
    }
}
