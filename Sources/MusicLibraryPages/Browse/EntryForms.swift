import HTTP
import MusicLibrary
import Web

/// The forms for renaming, merging or, for an artist, splitting an entry. Merging and splitting require confirmation.
struct EntryForms {
    let category: BrowseStore.Category
    let entry: BrowseStore.Entry
    let context: RequestContext
    /// The fields of the query or, after an error, of the refused form.
    let fields: FormFields
    let error: APIError?
    /// The artists, albums or labels offered for merging with the entry.
    let found: [LibraryTrack.Reference]

    static let labels = ["name": "The name", "names": "The list of names", "into": "The selected entry"]
    /// The IDs of the elements to which the links in the error summary lead, by field.
    static let ids = ["name": "name", "names": "names", "into": "find"]

    static let noName = APIError.invalid("name", "must have 1 to 500 characters, found none")

    static func noTarget(_ category: BrowseStore.Category) -> APIError {
        .invalid("into", "must be another \(category.noun) in your library: search for the \(category.noun) again")
    }

    var html: HTML {
        get throws {
            """
            <h2>Correct this entry</h2>
            \(try rename)
            \(try merge)
            \(category == .artists ? try split : .empty)
            \(CorrectionPageRoutes.link)
            """
        }
    }

    private var path: String { "\(category.path)/\(entry.id)" }

    private func target(_ verb: String) -> LocalPath { LocalPath("\(path)/\(verb)") ?? "/library/songs" }

    // MARK: - Rename

    private var rename: HTML {
        get throws {
            let typed = try fields.optional("name")
            var field = Field("Name", "name", typed ?? entry.name)
            field.isRequired = true
            field.attributes = " maxlength=\"500\" autocomplete=\"off\""
            field.fault = error?.fault(of: "name")
            return """
                <details\(typed == nil && field.fault == nil ? HTML.empty : " open")><summary>Rename</summary>
                <form method="post" action="\(path)/rename">\(context.caller?.csrfField)
                \(field.html)
                <p><button>Rename</button></p></form></details>
                """
        }
    }

    // MARK: - Merge

    private var merge: HTML {
        get throws {
            let find = try fields.optional("find")?.trimmedLine ?? ""
            let fault = error?.fault(of: "into")
            var field = Field("The name of the other \(category.noun) begins with", "find", find, .search)
            field.attributes = " maxlength=\"200\""
            field.fault = fault
            return """
                <details\(find.isEmpty && fault == nil ? HTML.empty : " open")>\
                <summary>Merge with another \(category.noun)</summary>
                <form class="find" method="get" action="\(path)">\(field.html)
                <button class="quiet">Search</button></form>
                <p class="hint" role="status">\(summary(find))</p>
                <div class="acts">\(found.map(question))</div></details>
                """
        }
    }

    private func question(_ other: LibraryTrack.Reference) -> HTML {
        var question = Confirmation(
            "Merge into \(other.name)",
            """
            \(LibraryFormat.count(entry.tracks, "track")) of “\(entry.name)” will be filed under \
            “\(other.name)”. Tracks of “\(entry.name)” that are added later will also be filed under “\(other.name)”. \
            “\(entry.name)” will be removed from your library. You can undo the merge under Corrections.
            """, path: target("merge"),
            fields: "\(context.caller?.csrfField)<input type=\"hidden\" name=\"into\" value=\"\(other.id)\">")
        question.button = "Merge \(category.rawValue)"
        question.id = "merge-\(other.id)"
        question.isDestructive = false
        return question.html
    }

    private func summary(_ find: String) -> String {
        let others = "other \(category.noun)"
        if !find.isEmpty {
            return found.isEmpty ? "No \(others)’s name begins with “\(find)”." : "Matching \(category.rawValue):"
        }
        guard category == .albums else {
            return found.isEmpty ? "Your library has no \(others)." : "Names next to “\(entry.name)” in the alphabet:"
        }
        return found.isEmpty
            ? "Your library has no other album by the same artist or with the same name."
            : "Albums by the same artist or with the same name:"
    }

    // MARK: - Split

    private var split: HTML {
        get throws {
            let typed = try fields.optional("names")
            var field = Field(
                "Names, one per line", "names", typed ?? Self.parts(entry.name).joined(separator: "\n"), .lines(4))
            field.isRequired = true
            field.attributes = " maxlength=\"10000\""
            field.fault = error?.fault(of: "names")
            var question = Confirmation(
                "Split into several artists",
                """
                All tracks of “\(entry.name)”, including tracks that are added later, will be credited to each of these \
                artists. You can undo the split under Corrections.
                """, path: target("split"), fields: "\(context.caller?.csrfField)\(field.html)")
            question.button = "Split artist"
            question.id = "split"
            question.isDestructive = false
            question.isOpen = typed != nil || field.fault != nil
            return question.html
        }
    }

    /// Returns the parts of a name between common separators, as a suggestion that the listener can edit.
    static func parts(_ name: String) -> [String] {
        var parts = [name]
        for sign in [" & ", ", ", " and ", " x ", " X ", " feat. ", " ft. ", " vs. ", " vs ", " + ", " / ", "; "] {
            parts = parts.flatMap { $0.split(separator: sign).map { String($0).trimmedLine } }
        }
        return parts.filter { !$0.isEmpty }
    }
}
