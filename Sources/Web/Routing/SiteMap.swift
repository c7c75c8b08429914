/// The areas of the service, shown on the start page and in the app bar. `App` supplies the areas, because slices do not import each other.
public final class SiteMap: Sendable {
    /// The areas of the service, in display order.
    public let areas: [Area]
    /// The link to each area as an item of the app bar, by the position of the area. The links are rendered once, because every page has them.
    fileprivate let links: [HTML]

    public init(_ areas: [Area]) {
        self.areas = areas
        links = areas.map { $0.link(isCurrent: false) }
    }

    /// A site map without areas, for pages outside of the complete service.
    public static let empty = SiteMap([])

    /// A part of the service, such as the library. The paths of the area's pages begin with one path.
    public struct Area: Sendable, Hashable {
        /// The path of the first page. The paths of the other pages of the area begin with this path and a slash.
        public let path: LocalPath
        public let title: String
        /// A short description of the area, for the card on the start page.
        public let detail: String
        public let icon: Icon
        /// The callers who may open the area. Other callers do not see the area's link.
        public let access: Route.Access
        public let look: Look
        /// Links to the most used pages of the area.
        public let shortcuts: [Shortcut]

        public init(
            _ path: LocalPath, _ title: String, _ detail: String, icon: Icon, access: Route.Access,
            look: Look = .preferred, shortcuts: [Shortcut] = []
        ) {
            self.path = path
            self.title = title
            self.detail = detail
            self.icon = icon
            self.access = access
            self.look = look
            self.shortcuts = shortcuts
        }

        /// Returns the link to the area as markup: a list item.
        fileprivate func link(isCurrent: Bool) -> HTML {
            let mark: HTML = isCurrent ? " aria-current=\"true\"" : .empty
            return "<li><a href=\"\(path.text)\"\(mark)>\(icon.html)\(title)</a></li>"
        }

        /// Returns whether a path is the path of the area or is below that path.
        fileprivate func contains(_ path: String) -> Bool {
            guard path.hasPrefix(self.path.text) else { return false }
            return path.utf8.count == self.path.text.utf8.count || path.dropFirst(self.path.text.count).first == "/"
        }
    }

    /// A page to which the start page links directly.
    public struct Shortcut: Sendable, Hashable {
        public let path: LocalPath
        public let title: String

        public init(_ path: LocalPath, _ title: String) {
            self.path = path
            self.title = title
        }
    }

    /// The set of colours of a page.
    public enum Look: String, Sendable, Hashable, CaseIterable {
        /// Light or dark, as the user's system prefers.
        case preferred
        /// Near black regardless of the system, for use in a dark hall.
        case hall
    }
}

/// The areas of the service, and the area to which a request belongs.
public struct Navigation: Sendable {
    private let map: SiteMap
    private let path: String

    public init(_ map: SiteMap, path: String) {
        self.map = map
        self.path = path
    }

    /// The navigation of a page without areas.
    public static let none = Navigation(.empty, path: "")

    /// The area of this request; `nil` outside of all areas.
    public var current: SiteMap.Area? { map.areas.first { $0.contains(path) } }

    /// Returns the areas that a caller, or a visitor for `nil`, may open, in display order.
    public func areas(for caller: Caller?) -> [SiteMap.Area] { map.areas.filter { $0.access.admits(caller) } }

    /// Returns the links to the areas that a caller, or a visitor for `nil`, may open, as list items; empty if there are none.
    func links(for caller: Caller?) -> HTML {
        let current = map.areas.firstIndex { $0.contains(path) }
        let links = map.areas.indices.lazy.filter { map.areas[$0].access.admits(caller) }.map { index in
            index == current ? map.areas[index].link(isCurrent: true) : map.links[index]
        }
        return "\(links)"
    }
}
