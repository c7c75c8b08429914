import ConcertEditing
import Web

/// The paths of the pages below `/cms`.
enum ConcertPaths {
    /// Returns the path of a concert's page, followed by `rest`, such as "/revisions".
    static func concert(_ slug: String, _ rest: String = "") -> LocalPath {
        LocalPath("/cms/concerts/\(slug.percentEncoded)\(rest)") ?? "/cms"
    }

    /// Returns the path of the editor of a piece, followed by `rest`.
    static func piece(_ id: PieceDraft.ID, _ rest: String = "") -> LocalPath {
        LocalPath("/cms/pieces/\(id)\(rest)") ?? "/cms"
    }

    /// Returns the path of a term. The name is in the query, because it may contain a slash.
    static func term(_ name: String) -> LocalPath {
        LocalPath("/cms/glossary/term?term=\(name.percentEncoded)") ?? "/cms/glossary"
    }

    /// Returns the path of a picture's page, followed by `rest`.
    static func picture(_ name: String, _ rest: String = "") -> LocalPath {
        LocalPath("/cms/pictures/\(name.percentEncoded)\(rest)") ?? "/cms/pictures"
    }

    /// Returns a path with a query of these fields, except those whose value is `nil` or empty.
    static func list(_ path: String, _ fields: [(String, String?)]) -> LocalPath {
        let query = fields.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(name)=\($0.percentEncoded)" }
        }.joined(separator: "&")
        return LocalPath(query.isEmpty ? path : "\(path)?\(query)") ?? "/cms"
    }
}

extension Tabs {
    enum ConcertTab: CaseIterable {
        case programme, assets, revisions
    }

    /// Returns the tabs of a concert.
    static func concert(_ slug: String, _ current: ConcertTab) -> Tabs {
        Tabs(
            "Concert",
            ConcertTab.allCases.map { tab in
                let (rest, title) =
                    switch tab {
                    case .programme: ("", "Programme")
                    case .assets: ("/assets", "App assets")
                    case .revisions: ("/revisions", "Revisions")
                    }
                return Tab(ConcertPaths.concert(slug, rest), title, isCurrent: tab == current)
            })
    }
}
