/// A confirmation before an action that cannot easily be undone: one button shows the consequence, a second one performs the action.
public struct Confirmation: Sendable {
    private enum Form: Sendable {
        /// A form with its path and its fields.
        case own(LocalPath, HTML)
        /// The form around the confirmation, which also sends this name and value.
        case surrounding(name: String, value: String)
    }

    private let title: HTML
    private let consequence: HTML
    private let form: Form
    /// The text of the second button; `nil` for the title.
    public var button: HTML?
    /// The `id` of the consequence; must be unique on the page.
    public var id = "consequence"
    /// Whether the action destroys data, unlike an ordinary step such as merging. Determines the style of the buttons.
    public var isDestructive = true
    /// Whether the confirmation is shown open, for example after the form was refused.
    public var isOpen = false

    /// Creates a closed confirmation with a form of its own. `title` names the action, and `fields` includes the hidden CSRF field.
    public init(_ title: HTML, _ consequence: HTML, path: LocalPath, fields: HTML) {
        self.title = title
        self.consequence = consequence
        form = .own(path, fields)
    }

    /// Creates a closed confirmation within a form. The button that confirms sends the form with the field `name`, which has the value `value`.
    public init(_ title: HTML, _ consequence: HTML, pressing name: String, _ value: String) {
        self.title = title
        self.consequence = consequence
        form = .surrounding(name: name, value: value)
    }

    /// The confirmation as markup.
    public var html: HTML {
        let style: HTML = isDestructive ? "grave" : "quiet"
        return """
            <details class="confirm"\(isOpen ? " open" : HTML.empty)><summary class="button \(style)">\(title)</summary>
            \(body)</details>
            """
    }

    private var body: HTML {
        switch form {
        case .own(let path, let fields):
            "<form method=\"post\" action=\"\(path.text)\">\(fields)\(question(.empty))</form>"
        case .surrounding(let name, let value):
            "<div>\(question(" name=\"\(name)\" value=\"\(value)\""))</div>"
        }
    }

    private func question(_ attributes: HTML) -> HTML {
        """
        <p id="\(id)">\(consequence)</p>
        <p><button class="\(isDestructive ? "grave" : "")"\(attributes) aria-describedby="\(id)">\(button ?? title)</button></p>
        """
    }
}
