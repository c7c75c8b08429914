import HTTP
import MusicLibrary
import Web

/// A page below `/library`, with the tabs for the parts of the library and the sections of the current part.
struct LibraryPage: Sendable {
    /// A part of the library, in the order of the tabs.
    enum Part: CaseIterable, Sendable {
        case stream
        case music
        case likes
        case playlists
        case following
        case podcasts
        case discover
        case search
        case profile

        fileprivate var link: Page.Link {
            switch self {
            case .stream: .init("/library/stream", "Stream")
            case .music: .init("/library/songs", "Library")
            case .likes: .init("/library/likes", "Likes")
            case .playlists: .init("/library/playlists", "Playlists")
            case .following: .init("/library/following", "Following")
            case .podcasts: .init("/library/podcasts", "Podcasts")
            case .discover: .init("/library/discover", "Discover")
            case .search: .init("/library/search", "Search")
            case .profile: .init("/library/profile", "Profile")
            }
        }

        fileprivate var icon: Icon {
            switch self {
            case .stream: .stream
            case .music: .library
            case .likes: .heart
            case .playlists: .playlist
            case .following: .artist
            case .podcasts: .podcast
            case .discover: .chart
            case .search: .search
            case .profile: .account
            }
        }
    }

    /// A category of a part (spec L9, L15), in the order of the second row of tabs.
    enum Section: CaseIterable, Sendable {
        case songs
        case artists
        case albums
        case labels
        case uncertain
        case podcastTracks
        case stations

        fileprivate var part: Part {
            switch self {
            case .songs, .artists, .albums, .labels, .uncertain: .music
            case .podcastTracks, .stations: .podcasts
            }
        }

        /// Whether the section belongs to the library rather than to the podcasts.
        var isMusic: Bool { part == .music }

        fileprivate var link: Page.Link {
            switch self {
            case .songs: .init("/library/songs", "Songs")
            case .artists: .init("/library/artists", "Artists")
            case .albums: .init("/library/albums", "Albums")
            case .labels: .init("/library/labels", "Labels")
            case .uncertain: .init("/library/uncertain", "Uncertain tracks")
            case .podcastTracks: .init("/library/podcasts", "Podcast tracks")
            case .stations: .init("/library/podcasts/stations", "Stations")
            }
        }
    }

    let title: String
    let part: Part
    let section: Section?
    var content: HTML
    /// The page to which the "up" link leads; `nil` for no link.
    var up: Page.Link?
    /// The style rules of the page; see `Page`.
    var style: StaticString = LibraryStyle.rules
    /// The script of the page; empty if the page has no script.
    var script: StaticString = ""
    var numbers = PageNumbers()
    /// The list that the page shows and that the Play buttons play; `nil` if the buttons play single tracks.
    var played: PlayContext.Source?
    /// The origin of another site to which a form of this page leads; `nil` if no form leads to another site. See `Page`.
    var formTarget: String?
    var status: Status = .ok
    /// The number of uncertain filings, shown in the tab for uncertain tracks unless the number is 0.
    var uncertain = 0

    private let context: RequestContext

    init(_ title: String, _ part: Part, _ context: RequestContext, content: HTML) {
        self.title = title
        self.part = part
        section = nil
        self.context = context
        self.content = content
    }

    init(_ title: String, _ section: Section, _ context: RequestContext, content: HTML) {
        self.title = title
        part = section.part
        self.section = section
        self.context = context
        self.content = content
    }

    /// Returns the page with Play buttons that play the list `source`. If `source` is `nil`, for example for an empty list, the page has no "Play
    /// all" button, and the other buttons play single tracks.
    func playing(_ source: PlayContext.Source?) -> LibraryPage {
        var page = self
        page.played = source
        return page
    }

    /// Returns the response, which must not be cached. The page shows one listener's data, and the data can change at any moment.
    func response() -> Response {
        var page = Page(title, context, content: "\(played == nil ? .empty : PlayControls.list)\(content)")
        page.footer = PlayControls.footer(played, context)
        page.scriptFiles = [PlayControls.script]
        page.playsOtherSites = true
        page.up = up
        page.parts = PartsNavigation(
            "Library",
            Part.allCases.map { .init($0.link.path, $0.link.title, $0.icon, isCurrent: $0 == part) })
        page.tabs = sections
        page.style = style
        page.script = script
        page.numbers = numbers
        page.formTarget = formTarget
        page.status = status
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var sections: Tabs? {
        let sections = Section.allCases.filter { $0.part == part }
        guard !sections.isEmpty else { return nil }
        return Tabs(
            "Views",
            sections.map { section in
                let link = link(of: section)
                return .init(link.path, link.title, isCurrent: section == self.section)
            })
    }

    private func link(of section: Section) -> Page.Link {
        guard section == .uncertain, uncertain > 0 else { return section.link }
        return Page.Link(section.link.path, "\(section.link.title) (\(BrowseStore.UncertainCount.words(uncertain)))")
    }
}
