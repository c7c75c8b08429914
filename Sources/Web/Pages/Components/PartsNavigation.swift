/// The navigation between the parts of an area: a row below the app bar on a desktop, a bar at the bottom of the screen on a phone. With more than
/// five parts a phone shows four and a menu with the others.
public struct PartsNavigation: Sendable, Hashable {
    /// A part of the area.
    public struct Part: Sendable, Hashable {
        public let path: LocalPath
        public let title: String
        public let icon: Icon
        public let isCurrent: Bool

        public init(_ path: LocalPath, _ title: String, _ icon: Icon, isCurrent: Bool) {
            self.path = path
            self.title = title
            self.icon = icon
            self.isCurrent = isCurrent
        }
    }

    private let label: String
    private let parts: [Part]

    /// Creates the navigation. `label` is the name of the area, for screen readers.
    public init(_ label: String, _ parts: [Part]) {
        self.label = label
        self.parts = parts
    }

    /// The number of parts outside the menu.
    private var shown: Int { parts.count > 5 ? 4 : 5 }

    var html: HTML {
        let (first, rest) = (parts.prefix(shown), parts.dropFirst(shown))
        return """
            <nav class="parts" aria-label="\(label)"><ul>\(first.map { item($0) })\
            \(rest.map { item($0, class: "rest") })\(rest.isEmpty ? HTML.empty : more(rest))</ul></nav>
            """
    }

    private func item(_ part: Part, class name: String = "") -> HTML {
        let mark: HTML = part.isCurrent ? " aria-current=\"true\"" : .empty
        let style: HTML = name.isEmpty ? .empty : " class=\"\(name)\""
        return "<li\(style)><a href=\"\(part.path.text)\"\(mark)>\(part.icon.html)\(part.title)</a></li>"
    }

    private func more(_ rest: ArraySlice<Part>) -> HTML {
        let current = rest.first(where: \.isCurrent)
        return """
            <li class="more\(current == nil ? "" : " current")"><details><summary>\(Icon.more.html)\
            \(current?.title ?? "More")</summary><ul>\(rest.map { item($0) })</ul></details></li>
            """
    }
}
