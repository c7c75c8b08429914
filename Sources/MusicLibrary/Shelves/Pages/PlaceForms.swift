import HTTP
import Web

/// What can be said of an album or a label: how it is written, that it is another one.
struct PlaceForms {
    let category: ShelfStore.Category
    let entry: ShelfStore.Entry
    let context: RequestContext
    /// Of the query, or of a form that is refused.
    let fields: FormFields
    let error: APIError?
    /// What it may be merged into: other labels, other albums of the artist or called alike.
    let found: [LibraryTrack.Place]

    static let noName = APIError.invalid("name", "must have 1 to 500 characters, in one line")

    static func noTarget(_ category: ShelfStore.Category) -> APIError {
        .invalid(
            "into",
            "must be another \(category.noun) of your library")
    }

    var html: HTML {
        get throws {
            let path = "\(category.path)/\(entry.id)"
            let typed = try fields.optional("name")
            let find = try fields.optional("find")?.trimmedLine ?? ""
            let isMergeOpen = !find.isEmpty || error?.faults.first?.field == "into"
            return """
                <h2>Correct this entry</h2>
                <details\(typed == nil ? HTML.empty : " open")><summary>Rename</summary>
                <form method="post" action="\(path)/rename">\(context.caller?.csrfField)
                <label for="name">Name</label>
                <input id="name" name="name" value="\(typed ?? entry.name)" maxlength="500" required\(mark)>
                <p><button>Rename</button></p></form></details>
                <details\(isMergeOpen ? " open" : HTML.empty)><summary>Merge with another \(category.noun)</summary>
                <form class="find" method="get" action="\(path)"><div><label for="find">The other name begins with</label>
                <input id="find" name="find" type="search" value="\(find)" maxlength="200"></div>
                <button class="quiet">Search</button></form>
                <p class="hint" role="status">\(told(find))</p>
                <form class="acts" method="post" action="\(path)/merge">\(context.caller?.csrfField)\(found.map { other -> HTML in
                    "<button class=\"quiet\" name=\"into\" value=\"\(other.id)\">Merge into \(other.name)</button>"
                })</form></details>
                \(TeachingPageRoutes.way)
                """
        }
    }

    private var mark: HTML {
        error?.faults.first?.field == "name" ? " aria-invalid=\"true\" aria-describedby=\"fault\"" : .empty
    }

    private func told(_ find: String) -> String {
        let others = "other \(category.noun)"
        if !find.isEmpty { return found.isEmpty ? "The name of no \(others) begins with “\(find)”." : "Found:" }
        guard category == .albums else {
            return found.isEmpty ? "There is no \(others)." : "Next to it by name:"
        }
        return found.isEmpty
            ? "There is no other album of the artist, and none of the same name."
            : "Of the artist, and of the same name:"
    }
}
