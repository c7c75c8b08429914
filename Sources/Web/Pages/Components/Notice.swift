/// A message above the content of a page: a result, an error, a warning or information.
public struct Notice: Sendable {
    /// The kind of notice. The kind determines the appearance of the notice and its announcement by screen readers.
    public enum Kind: String, Sendable, CaseIterable {
        case good, bad, warning
        case information = "info"
    }

    private let kind: Kind
    private let content: HTML
    /// The `id` to which `aria-describedby` of form fields refers.
    public var id: String?
    /// A link or form for the next step.
    public var action: HTML = .empty

    public init(_ kind: Kind, _ content: HTML) {
        self.kind = kind
        self.content = content
    }

    /// The notice as markup. Screen readers announce an error immediately and a result at the next pause; other notices are read in
    /// page order.
    public var html: HTML {
        let role: HTML =
            switch kind {
            case .bad: " role=\"alert\""
            case .good: " role=\"status\""
            case .warning, .information: .empty
            }
        let id: HTML = id.map { " id=\"\($0)\"" } ?? .empty
        return "<div class=\"notice \(kind.rawValue)\"\(role)\(id)>\(content)\(action)</div>"
    }

    // The style rules draw the symbol before the text, so that a page can also write a one-line notice as a paragraph with these
    // classes.
    static let rules = """
        .notice { position: relative; padding: .75rem 1rem; border-left: 4px solid var(--accent); background: var(--raised);
          border-radius: 0 var(--round) var(--round) 0; margin: 0 0 1rem; max-width: 60rem; }
        .notice.good, .notice.bad, .notice.warning, .notice.info { padding-left: 2.75rem; }
        .notice.good::before, .notice.bad::before, .notice.warning::before, .notice.info::before { position: absolute;
          left: 1rem; font-weight: 700; }
        .notice.bad { border-color: var(--bad); }
        .notice.good { border-color: var(--good); }
        .notice.info { border-color: var(--edge); }
        .notice.good::before { content: "✓"; content: "✓" / ""; color: var(--good); }
        .notice.bad::before { content: "✗"; content: "✗" / ""; color: var(--bad); }
        .notice.warning::before { content: "!"; content: "!" / ""; color: var(--accent); }
        .notice.info::before { content: "i"; content: "i" / ""; color: var(--faint); }
        .notice > :first-child { margin-top: 0; }
        .notice > :last-child { margin-bottom: 0; }
        .notice ul { margin: .25rem 0; padding: 0; list-style-type: ""; }
        .notice li { position: relative; padding: .15rem 0 .15rem 1.2rem; }
        .notice li::before { content: "•"; content: "•" / ""; position: absolute; left: .3rem; top: .15rem; }
        .notice li a { display: block; margin: -.15rem 0; padding: .15rem 0; }

        """
}
