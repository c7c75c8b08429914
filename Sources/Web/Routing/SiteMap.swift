/// The areas of the service: what a person goes to from `/`, and from one to another by the bar above every page. `App` supplies
/// it, since no slice knows the others.
public final class SiteMap: Sendable {
    /// In the order shown.
    public let areas: [Area]

    public init(_ areas: [Area]) { self.areas = areas }

    /// No areas: what pages have outside of the whole service.
    public static let empty = SiteMap([])

    /// Part of the service with pages of its own, below one path.
    public struct Area: Sendable, Hashable {
        /// Its first page. Its others lie below it.
        public let path: LocalPath
        public let title: String
        /// What is done there, in a few words.
        public let detail: String
        public let icon: Icon
        /// Who may enter.
        public let access: Route.Access
        public let look: Look
        /// Pages below it that people come for most.
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

        /// Whether a path is one of its pages.
        fileprivate func contains(_ path: String) -> Bool {
            guard path.hasPrefix(self.path.text) else { return false }
            return path.utf8.count == self.path.text.utf8.count || path.dropFirst(self.path.text.count).first == "/"
        }
    }

    /// A page that the start page leads to directly.
    public struct Shortcut: Sendable, Hashable {
        public let path: LocalPath
        public let title: String

        public init(_ path: LocalPath, _ title: String) {
            self.path = path
            self.title = title
        }
    }

    /// Which colours a page has.
    public enum Look: String, Sendable, Hashable, CaseIterable {
        /// Light or dark, as the reader's system asks.
        case preferred
        /// Near black whatever the system asks: it is read in a dark hall.
        case hall
    }
}

/// The areas, and where in them a request is.
public struct Navigation: Sendable {
    private let map: SiteMap
    private let path: String

    public init(_ map: SiteMap, path: String) {
        self.map = map
        self.path = path
    }

    /// No areas.
    public static let none = Navigation(.empty, path: "")

    /// The area of this request; `nil` outside of all.
    public var current: SiteMap.Area? { map.areas.first { $0.contains(path) } }

    /// The areas that a caller may enter.
    public func areas(for caller: Caller?) -> [SiteMap.Area] { map.areas.filter { $0.access.admits(caller) } }
}
