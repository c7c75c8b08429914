/// The navigation between the parts of an area: a row below the app bar on a desktop, a bar at the bottom of the screen on a phone.
/// With more than five parts a phone shows the first four and a menu with the others.
public struct PartsNavigation: Sendable, Hashable {
    /// A part of the area.
    public struct Part: Sendable, Hashable {
        public let path: LocalPath
        public let title: String
        public let icon: Icon
        public let isCurrent: Bool

        public init(_ path: LocalPath, _ title: String, _ icon: Icon, isCurrent: Bool) {
            self.path = path
            self.title = title
            self.icon = icon
            self.isCurrent = isCurrent
        }
    }

    private let label: String
    private let parts: [Part]

    /// Creates the navigation between the parts of an area.
    ///
    /// - Parameter label: the name of the area, for screen readers.
    public init(_ label: String, _ parts: [Part]) {
        self.label = label
        self.parts = parts
    }

    /// The number of parts that a phone shows beside each other.
    private var shown: Int { parts.count > 5 ? 4 : 5 }

    var html: HTML {
        let (first, rest) = (parts.prefix(shown), parts.dropFirst(shown))
        return """
            <nav class="parts" aria-label="\(label)"><ul>\(first.map { item($0) })\
            \(rest.map { item($0, class: "rest") })\(rest.isEmpty ? HTML.empty : more(rest))</ul></nav>
            """
    }

    private func item(_ part: Part, class name: String = "") -> HTML {
        let mark: HTML = part.isCurrent ? " aria-current=\"true\"" : .empty
        let style: HTML = name.isEmpty ? .empty : " class=\"\(name)\""
        return "<li\(style)><a href=\"\(part.path.text)\"\(mark)>\(part.icon.html)\(part.title)</a></li>"
    }

    private func more(_ rest: ArraySlice<Part>) -> HTML {
        let current = rest.first(where: \.isCurrent)
        return """
            <li class="more\(current == nil ? "" : " current")"><details><summary>\(Icon.more.html)\
            \(current?.title ?? "More")</summary><ul>\(rest.map { item($0) })</ul></details></li>
            """
    }

    static let rules = """
        .parts > ul { display: flex; overflow-x: auto; scrollbar-width: none; border-bottom: 1px solid var(--line); }
        .parts ul { list-style: none; margin: 0; padding: 0; }
        .parts a { display: flex; gap: .4rem; align-items: center; height: calc(2.75rem - 1px); padding: 0 .6rem;
          color: var(--text); text-decoration: none; white-space: nowrap; }
        .parts a:focus-visible, .parts summary:focus-visible { outline-offset: -3px; }
        .parts a:hover { background: var(--hover); }
        .parts a[aria-current] { color: var(--accent); box-shadow: inset 0 -3px var(--accent); }
        .parts .more { display: none; }
        @media (max-width: 48rem) {
          .parts { position: fixed; inset: auto 0 0; z-index: 9; background: var(--raised);
            border-top: 1px solid var(--line); padding-bottom: env(safe-area-inset-bottom); }
          .parts > ul { overflow: visible; border: 0; }
          .parts > ul > li { flex: 1 1 0; min-width: 0; }
          .parts > ul > li > a, .parts .more summary { display: grid; justify-items: center; align-content: center; gap: .1rem;
            height: 3.5rem; min-height: 0; padding: 0 .15rem; font-size: .75rem; list-style: none;
            white-space: normal; }
          .parts > ul > li > a[aria-current], .parts .more.current summary { box-shadow: inset 0 3px var(--accent); }
          .parts .more.current summary { color: var(--accent); }
          .parts .more summary::-webkit-details-marker { display: none; }
          .parts .rest { display: none; }
          .parts .more { display: block; }
          .parts .more ul { position: absolute; right: .5rem; bottom: calc(100% + .5rem); display: block; min-width: 13rem;
            padding: .5rem; background: var(--raised); border: 1px solid var(--line); border-radius: var(--round);
            box-shadow: var(--shadow); }
          .parts .more a[aria-current] { box-shadow: none; font-weight: 600; }
          body:has(> .parts) { padding-bottom: calc(5.5rem + env(safe-area-inset-bottom)); }
        }

        """
}
