/// A confirmation before an action that cannot easily be undone: the first button shows the consequence, the second button performs the action. The
/// confirmation works without script.
public struct Confirmation: Sendable {
    private let title: HTML
    private let consequence: HTML
    private let path: LocalPath
    private let fields: HTML
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
    ///   - fields: the fields of the form, including the session's hidden field.
    public init(_ title: HTML, _ consequence: HTML, path: LocalPath, fields: HTML) {
        self.title = title
        self.consequence = consequence
        self.path = path
        self.fields = fields
    }

    /// The confirmation as markup: a `<details>` element with the form.
    public var html: HTML {
        let style: HTML = isDestructive ? "grave" : "quiet"
        return """
            <details class="confirm"\(isOpen ? " open" : HTML.empty)><summary class="button \(style)">\(title)</summary>
            <form method="post" action="\(path.text)">\(fields)<p id="\(id)">\(consequence)</p>
            <p><button class="\(isDestructive ? "grave" : "")" aria-describedby="\(id)">\(button ?? title)</button></p></form></details>
            """
    }
}
