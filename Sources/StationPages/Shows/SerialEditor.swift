import HTTP
import Radio
import Tenancy
import Web

/// The editor of serials.
struct SerialEditor: StationEditor {
    let database: TenantDatabase
    /// The show of a new serial; `nil` for an existing one, whose content contains the show.
    let show: Int64?

    var store: SerialStore { SerialStore(database: database) }
    var listPath: String { "/station/shows/\(show ?? 0)/serials" }
    static let itemName = "serial"
    static let part = StationPage.Part.shows
    static let shape: [FormField] = [.line("show"), .line("title"), .text("description"), .number("totalParts")]

    func path(of key: Int64) -> String { "/station/serials/\(key)" }

    func blank(_ context: RequestContext) async throws -> FormValue {
        try await ParentShow(database: database).check(show, in: context.tenant.id)
        return .members(["show": .text(String(show ?? 0))])
    }

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        try await ParentShow(database: database).link(value["show"]?.keys.first ?? show, in: context.tenant.id)
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).serial(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        """
        \(form.hidden("show"))
        <fieldset><legend>Details</legend>\(form.fault("show"))
        \(form.line("title", "Title", "maxlength=\"1000\" required"))
        \(form.lines("description", "Description", rows: 7, limit: 100_000))
        \(form.number("totalParts", "Total number of parts"))
        </fieldset>
        """
    }
}

/// The parent show of a serial or episode.
struct ParentShow: Sendable {
    let database: TenantDatabase

    /// Throws `APIError` 404 if `show` is `nil` or there is no such show.
    func check(_ show: Int64?, in tenant: TenantID) async throws {
        guard let show, try await ShowStore(database: database).item(show, in: tenant) != nil else {
            throw APIError.unknown(.show)
        }
    }

    /// Returns a link to the page of the show, or to the list of shows if there is no such show.
    func link(_ show: Int64?, in tenant: TenantID) async throws -> Page.Link {
        guard let show, let item = try await ShowStore(database: database).item(show, in: tenant),
            let path = LocalPath("/station/shows/\(show)")
        else { return Page.Link("/station/shows", "Shows") }
        return Page.Link(path, item.content.title)
    }
}
