/// Tabs that switch between views of the same item. Each tab is a link with a URL of its own, so that tabs work without script and
/// can be shared. On a phone the row scrolls sideways.
public struct Tabs: Sendable, Hashable {
    /// A tab: a link to one view.
    public struct Tab: Sendable, Hashable {
        public let path: LocalPath
        public let title: String
        public let isCurrent: Bool

        public init(_ path: LocalPath, _ title: String, isCurrent: Bool) {
            self.path = path
            self.title = title
            self.isCurrent = isCurrent
        }
    }

    private let label: String
    private let tabs: [Tab]

    /// Creates a row of tabs.
    ///
    /// - Parameter label: the name of the tabs for screen readers.
    public init(_ label: String, _ tabs: [Tab]) {
        self.label = label
        self.tabs = tabs
    }

    /// The row as markup.
    public var html: HTML {
        """
        <nav class="tabs" aria-label="\(label)"><ul>\(tabs.map { tab -> HTML in
            let mark: HTML = tab.isCurrent ? " aria-current=\"true\"" : .empty
            return "<li><a href=\"\(tab.path.text)\"\(mark)>\(tab.title)</a></li>"
        })</ul></nav>
        """
    }

    static let rules = """
        .heading { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; margin: 0 0 1rem; }
        .heading h1 { margin-bottom: .25rem; }
        .heading > .tabs { min-width: 0; max-width: 100%; margin: 1rem 0 0 auto; }
        @media (max-width: 48rem) { .heading > .tabs { flex: 1 1 100%; margin-top: 0; } }
        .tabs { overflow-x: auto; scrollbar-width: none; }
        .tabs ul { display: flex; gap: .25rem; list-style: none; margin: 0; padding: 0; height: 2.75rem; width: max-content;
          min-width: 100%; border-bottom: 1px solid var(--line); }
        .tabs a { display: flex; align-items: center; height: 100%; padding: 0 .75rem; color: var(--text);
          text-decoration: none; white-space: nowrap; }
        .tabs a:focus-visible { outline-offset: -3px; }
        .tabs a:hover { background: var(--hover); }
        .tabs a[aria-current] { color: var(--accent); box-shadow: inset 0 -3px var(--accent); }

        """
}
