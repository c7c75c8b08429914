/// The content of an empty list: the reason and the next step.
public struct EmptyState: Sendable {
    private let icon: Icon
    private let title: HTML
    private let text: HTML
    private let action: HTML

    /// Creates the content. `action` is a link or form for the next step.
    public init(_ icon: Icon, _ title: HTML, _ text: HTML = .empty, action: HTML = .empty) {
        self.icon = icon
        self.title = title
        self.text = text
        self.action = action
    }

    /// The content as markup.
    public var html: HTML {
        """
        <div class="empty">\(icon.html)<p><strong>\(title)</strong></p>\
        \(text == .empty ? HTML.empty : "<p>\(text)</p>")\(action == .empty ? HTML.empty : "<div>\(action)</div>")</div>
        """
    }
}
