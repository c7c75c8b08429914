/// The areas of the service, shown on the start page and in the app bar.
public final class SiteMap: Sendable {
    /// The areas of the service, in display order.
    public let areas: [Area]
    /// The links to the areas as HTML, none marked as current. They are rendered once, because every page has them.
    fileprivate let links: [HTML]

    public init(_ areas: [Area]) {
        self.areas = areas
        links = areas.map { $0.link(isCurrent: false) }
    }

    /// A site map without areas.
    public static let empty = SiteMap([])

    /// A part of the service, such as the library.
    public struct Area: Sendable, Hashable {
        /// The path of the first page. The paths of the area's other pages begin with this path and a slash.
        public let path: LocalPath
        public let title: String
        /// A short description for the card on the start page.
        public let detail: String
        public let icon: Icon
        /// The callers who may open the area and see its link.
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

        fileprivate func link(isCurrent: Bool) -> HTML {
            let mark: HTML = isCurrent ? " aria-current=\"true\"" : .empty
            return "<li><a href=\"\(path.text)\"\(mark)>\(icon.html)\(title)</a></li>"
        }

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
        /// Near black, for use in a dark hall.
        case hall
    }
}

/// The areas of the service, and the one to which a request belongs.
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

    /// Returns the areas that a caller, or a visitor for `nil`, may open.
    public func areas(for caller: Caller?) -> [SiteMap.Area] { map.areas.filter { $0.access.admits(caller) } }

    /// Returns the links to the areas that a caller, or a visitor for `nil`, may open, as list items. The link to the current area is marked.
    func links(for caller: Caller?) -> HTML {
        let current = map.areas.firstIndex { $0.contains(path) }
        let links = map.areas.indices.lazy.filter { map.areas[$0].access.admits(caller) }.map { index in
            index == current ? map.areas[index].link(isCurrent: true) : map.links[index]
        }
        return "\(links)"
    }
}
