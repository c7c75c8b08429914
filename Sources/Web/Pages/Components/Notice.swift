/// A message above the content of a page: a result, an error, a warning or information.
public struct Notice: Sendable {
    /// The kind of notice, which determines how it looks and how screen readers announce it.
    public enum Kind: String, Sendable, CaseIterable {
        case good, bad, warning
        case information = "info"
    }

    private let kind: Kind
    private let content: HTML
    /// The `id` for `aria-describedby` of form fields; `nil` for none.
    public var id: String?
    /// A link or form for the next step.
    public var action: HTML = .empty

    public init(_ kind: Kind, _ content: HTML) {
        self.kind = kind
        self.content = content
    }

    /// The notice as markup. Screen readers announce an error immediately and a result at the next pause.
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

    // The style rules draw the symbol before the text. A page can therefore also write a one-line notice as a paragraph with these classes.
}
