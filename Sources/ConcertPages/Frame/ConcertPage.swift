import HTTP
import Web

/// A page for editors below `/cms`, with the navigation between concerts, glossary, pictures and app assets.
public struct ConcertPage: Sendable {
    /// A part of the pages below `/cms`. The cases are in the order of the navigation.
    public enum Part: CaseIterable, Sendable {
        case concerts
        case glossary
        case pictures
        case assets

        fileprivate var path: LocalPath {
            switch self {
            case .concerts: "/cms"
            case .glossary: "/cms/glossary"
            case .pictures: "/cms/pictures"
            case .assets: "/cms/assets"
            }
        }

        fileprivate var title: String {
            switch self {
            case .concerts: "Concerts"
            case .glossary: "Glossary"
            case .pictures: "Pictures"
            case .assets: "App assets"
            }
        }

        fileprivate var icon: Icon {
            switch self {
            case .concerts: .concert
            case .glossary: .list
            case .pictures: .album
            case .assets: .upload
            }
        }
    }

    public let title: String
    public let part: Part
    public let content: HTML
    /// The link to the parent page; `nil` for none.
    public var up: Page.Link?
    /// The tabs of a concert or a piece; `nil` for none.
    public var tabs: Tabs?
    /// Whether the page uses the full width of the window, as the score-time editor does.
    public var isWide = false
    /// The style rules of this page only; see `Page`.
    public var style: StaticString = ""
    /// The script of this page only; see `Page`.
    public var script: StaticString = ""
    /// The numbers of this page that its style rules use; see `PageNumbers`.
    public var numbers = PageNumbers()
    public var status: Status = .ok

    private let context: RequestContext

    public init(_ title: String, _ part: Part, _ context: RequestContext, content: HTML) {
        self.title = title
        self.part = part
        self.context = context
        self.content = content
    }

    /// Returns the response, which is never cached, because drafts can change at any time.
    public func response() -> Response {
        var page = Page(title, context, content: content)
        page.up = up
        page.tabs = tabs
        page.parts = PartsNavigation(
            "Concerts", Part.allCases.map { .init($0.path, $0.title, $0.icon, isCurrent: $0 == part) })
        page.isWide = isWide
        page.style = style
        page.script = script
        page.numbers = numbers
        page.status = status
        return page.response(fields: ["Cache-Control": "no-store"])
    }
}
