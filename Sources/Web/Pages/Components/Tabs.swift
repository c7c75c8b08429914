/// Tabs that switch between views of the same item. Each tab is a link, so that tabs work without script and each view has a URL to share.
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

    /// Creates a row of tabs. `label` is its name for screen readers.
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
}
