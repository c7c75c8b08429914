import HTTP

/// A part of an area of pages, such as the channels of a station. The cases are in the order of the navigation.
public protocol AreaPart: CaseIterable, Hashable, Sendable {
    /// The name of the area, for screen readers.
    static var area: String { get }

    /// The path of the part's page.
    var path: LocalPath { get }
    /// The title in the navigation.
    var title: String { get }
    /// The icon in the navigation.
    var icon: Icon { get }
}

/// A page of an area for signed-in accounts, with the navigation between the parts of the area.
public struct AreaPage<Parts: AreaPart>: Sendable {
    /// A part of the area.
    public typealias Part = Parts

    public let title: String
    public let part: Part
    public let content: HTML
    /// The link to the parent page; `nil` for none.
    public var up: Page.Link?
    /// The tabs beside the heading; `nil` for none.
    public var tabs: Tabs?
    /// Whether the page may be wider than other pages, for content such as long tables. Very wide windows keep margins.
    public var isWide = false
    /// The style rules of this page only.
    public var style: StaticString = ""
    /// The script of this page only.
    public var script: StaticString = ""
    /// The numbers that the style rules use.
    public var numbers = PageNumbers()
    public var status: Status = .ok

    private let context: RequestContext

    /// Creates a page of a part.
    public init(_ title: String, _ part: Part, _ context: RequestContext, content: HTML) {
        self.title = title
        self.part = part
        self.context = context
        self.content = content
    }

    /// Returns the response, which is never cached.
    public func response() -> Response {
        var page = Page(title, context, content: content)
        page.up = up
        page.tabs = tabs
        page.parts = PartsNavigation(
            Part.area, Part.allCases.map { .init($0.path, $0.title, $0.icon, isCurrent: $0 == part) })
        page.isWide = isWide
        page.style = style
        page.script = script
        page.numbers = numbers
        page.status = status
        return page.response(fields: ["Cache-Control": "no-store"])
    }
}
