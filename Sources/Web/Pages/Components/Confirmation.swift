/// A confirmation before an action that cannot easily be undone: the first button shows the consequence, the second button performs the action. The
/// confirmation works without script.
public struct Confirmation: Sendable {
    /// The form of the second button.
    private enum Form: Sendable {
        /// A form of the confirmation, with its path and its fields.
        case own(LocalPath, HTML)
        /// The form around the confirmation. The second button sends its name and value with the form.
        case surrounding(name: String, value: String)
    }

    private let title: HTML
    private let consequence: HTML
    private let form: Form
    /// The text of the button that confirms; `nil` for the title as the text.
    public var button: HTML?
    /// The `id` of the element that states the consequence; must be unique on the page.
    public var id = "consequence"
    /// Whether data is lost. `false` for an ordinary step such as merging.
    public var isDestructive = true
    /// Whether the confirmation is shown open, for example after the form was refused.
    public var isOpen = false

    /// Creates a confirmation, initially closed.
    ///
    /// - Parameters:
    ///   - title: the action, as the text of the first button.
    ///   - consequence: the data that the action deletes or changes.
    ///   - path: the path to which the form is sent.
    ///   - fields: the fields of the form, including the hidden CSRF field.
    public init(_ title: HTML, _ consequence: HTML, path: LocalPath, fields: HTML) {
        self.title = title
        self.consequence = consequence
        form = .own(path, fields)
    }

    /// Creates a confirmation within a form, initially closed. The second button sends the form.
    ///
    /// - Parameters:
    ///   - title: the action, as the text of the first button.
    ///   - consequence: the data that the action deletes or changes.
    ///   - name: the name of the second button in the form.
    ///   - value: the value of the second button.
    public init(_ title: HTML, _ consequence: HTML, pressing name: String, _ value: String) {
        self.title = title
        self.consequence = consequence
        form = .surrounding(name: name, value: value)
    }

    /// The confirmation as markup: a `<details>` element with the second button, and with the form of the confirmation if it has its own.
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

    /// Returns the consequence and the second button with further attributes.
    private func question(_ attributes: HTML) -> HTML {
        """
        <p id="\(id)">\(consequence)</p>
        <p><button class="\(isDestructive ? "grave" : "")"\(attributes) aria-describedby="\(id)">\(button ?? title)</button></p>
        """
    }
}
