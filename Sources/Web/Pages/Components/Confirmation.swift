/// Asks before something is done that one press cannot undo: the button opens what follows from it, and a second one does it.
/// Works without script.
public struct Confirmation: Sendable {
    private let title: HTML
    private let consequence: HTML
    private let path: LocalPath
    private let fields: HTML
    /// What the second button says; by default the title.
    public var button: HTML?
    /// Tells the confirmations of one page apart.
    public var id = "consequence"
    /// Whether something is lost by it; `false` for an ordinary step, as merging is.
    public var isGrave = true
    /// Whether the question stands open, as for a form that was refused.
    public var isOpen = false

    /// - Parameters:
    ///   - title: what is done, as the first button says it.
    ///   - consequence: what is lost or changed by it.
    ///   - path: where the form is sent.
    ///   - fields: its hidden fields, the session's among them, and others.
    public init(_ title: HTML, _ consequence: HTML, path: LocalPath, fields: HTML) {
        self.title = title
        self.consequence = consequence
        self.path = path
        self.fields = fields
    }

    /// The question as markup.
    public var html: HTML {
        let style: HTML = isGrave ? "grave" : "quiet"
        return """
            <details class="confirm"\(isOpen ? " open" : HTML.empty)><summary class="button \(style)">\(title)</summary>
            <form method="post" action="\(path.text)">\(fields)<p id="\(id)">\(consequence)</p>
            <p><button class="\(isGrave ? "grave" : "")" aria-describedby="\(id)">\(button ?? title)</button></p></form></details>
            """
    }

    static let rules = """
        .confirm { margin: 1rem 0; max-width: 46rem; }
        .confirm > summary { display: inline-block; list-style: none; }
        .confirm > summary::-webkit-details-marker { display: none; }
        .confirm > form { margin: .75rem 0 0; padding: 1rem; border: 1px solid var(--bad); border-radius: var(--round);
          background: var(--raised); }
        .confirm > form > :first-child, .confirm > form > p:first-of-type { margin-top: 0; }
        .confirm > form > :last-child { margin-bottom: 0; }

        """
}
