import HTTP
import Radio
import Tenancy
import Web

/// The editor of the categories of the line-up.
struct CategoryEditor: StationEditor {
    let database: TenantDatabase

    var store: CategoryStore { CategoryStore(database: database) }
    var listPath: String { "/station/categories" }
    static let itemName = "category"
    static let part = StationPage.Part.channels
    static let hasArt = false
    static let conflicts: [APIError.Code: String] = [.nameTaken: "name"]
    static let shape: [FormField] = [.line("name"), .number("rank")]

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        Page.Link("/station/categories", "Categories")
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).category(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        """
        <fieldset><legend>Details</legend>
        \(form.line("name", "Name", "maxlength=\"200\" required"))
        \(form.number("rank", "Rank", hint: "Lower ranks come first. Equal ranks are ordered by name."))
        </fieldset>
        """
    }
}
