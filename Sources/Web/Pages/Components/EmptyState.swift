/// The content of an empty list: the reason and the next step.
public struct EmptyState: Sendable {
    private let icon: Icon
    private let title: HTML
    private let text: HTML
    private let action: HTML

    /// Creates the content of an empty list.
    ///
    /// - Parameter action: a link or form for the next step; empty for none.
    public init(_ icon: Icon, _ title: HTML, _ text: HTML = .empty, action: HTML = .empty) {
        self.icon = icon
        self.title = title
        self.text = text
        self.action = action
    }

    /// The empty state as markup: icon, title, text and action.
    public var html: HTML {
        """
        <div class="empty">\(icon.html)<p><strong>\(title)</strong></p>\
        \(text == .empty ? HTML.empty : "<p>\(text)</p>")\(action == .empty ? HTML.empty : "<div>\(action)</div>")</div>
        """
    }
}
