import HTTP
import Web

/// A page for those who make the programme, below `/station`: what all of them share is the row of its parts.
public struct StationPage: Sendable {
    /// A part of the station, in the order of the row.
    public enum Part: CaseIterable, Sendable {
        case channels
        case shows
        case lists
        case imports

        fileprivate var path: LocalPath {
            switch self {
            case .channels: "/station"
            case .shows: "/station/shows"
            case .lists: "/station/lists"
            case .imports: "/station/imports"
            }
        }

        fileprivate var title: String {
            switch self {
            case .channels: "Channels"
            case .shows: "Shows"
            case .lists: "Lists"
            case .imports: "Imports"
            }
        }

        fileprivate var icon: Icon {
            switch self {
            case .channels: .radio
            case .shows: .show
            case .lists: .list
            case .imports: .upload
            }
        }
    }

    public let title: String
    public let part: Part
    public let content: HTML
    /// The page that this one belongs under.
    public var up: Page.Way?
    /// Whether it takes the whole width of a desk, as a week does.
    public var isWide = false
    /// Rules and script of this page alone; see `Page`.
    public var style: StaticString = ""
    public var script: StaticString = ""
    /// What the rules reckon with.
    public var numbers = PageNumbers()
    public var status: Status = .ok

    private let context: RequestContext

    public init(_ title: String, _ part: Part, _ context: RequestContext, content: HTML) {
        self.title = title
        self.part = part
        self.context = context
        self.content = content
    }

    /// The answer; no cache keeps it, since it is one programmer's view of what may change at any moment.
    public func response() -> Response {
        var page = Page(title, context, content: content)
        page.up = up
        page.parts = Self.row(current: part)
        page.isWide = isWide
        page.style = style
        page.script = script
        page.numbers = numbers
        page.status = status
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private static func row(current: Part) -> PartsNavigation {
        PartsNavigation(
            "Station", Part.allCases.map { .init($0.path, $0.title, $0.icon, isCurrent: $0 == current) })
    }
}
