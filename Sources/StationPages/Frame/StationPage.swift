import HTTP
import Web

/// A page for programmers below `/station`, with navigation between the parts of the station.
public struct StationPage: Sendable {
    /// A part of the station. The cases are in the order of the navigation.
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
    /// The link to the parent page; `nil` for no link.
    public var up: Page.Link?
    /// Whether the page uses the full width of the window, as the week page does.
    public var isWide = false
    /// The style rules and script for this page only; see `Page`.
    public var style: StaticString = ""
    public var script: StaticString = ""
    /// The numbers used by the style rules.
    public var numbers = PageNumbers()
    public var status: Status = .ok

    private let context: RequestContext

    public init(_ title: String, _ part: Part, _ context: RequestContext, content: HTML) {
        self.title = title
        self.part = part
        self.context = context
        self.content = content
    }

    /// Returns the HTTP response, which is never cached because the page depends on the signed-in programmer and can change at any time.
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
