import HTTP
import Radio
import Tenancy
import Web

/// The page editor for one kind of catalogue item. The kind's draft and store validate the values.
protocol StationEditor: Sendable {
    associatedtype Store: CatalogueStore

    var store: Store { get }
    static var shape: [FormField] { get }
    /// The name of the kind in texts, such as "channel".
    static var itemName: String { get }
    static var part: StationPage.Part { get }
    /// The fields at which conflicts are shown, by error code.
    static var conflicts: [APIError.Code: String] { get }
    static var hasArt: Bool { get }

    /// Returns the heading of an item's page.
    func title(_ content: Store.Content, _ context: RequestContext) -> String
    /// Returns the initial values of a new item. Throws `APIError` 404 if its parent does not exist.
    func blank(_ context: RequestContext) async throws -> FormValue
    /// Returns the path of an item's page.
    func path(of key: Int64) -> String
    /// The path to which the form for a new item is posted.
    var listPath: String { get }
    /// Returns a link to the parent page. Throws `PostgresError`.
    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link
    /// Returns the controls of the form. Throws `PostgresError`.
    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML
    /// Returns the related items to show beside the form. Throws `APIError` 422 for an invalid cursor in the query.
    func relatedItems(_ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext) async throws
        -> HTML
    /// Returns the consequences of deleting an item, one sentence each.
    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String]
}

extension StationEditor {
    static var conflicts: [APIError.Code: String] { [:] }
    static var hasArt: Bool { true }
    func blank(_ context: RequestContext) async throws -> FormValue { .empty }
    func path(of key: Int64) -> String { "\(listPath)/\(key)" }
    func title(_ content: Store.Content, _ context: RequestContext) -> String { content.label }
    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML { .empty }
}

/// The result of the last action on a catalogue page.
enum EditorNotice: String, FlashMessage {
    case made, saved, deleted
    case pictureSet = "picture-set"
    case pictureRemoved = "picture-removed"

    func html(_ itemName: String) -> HTML {
        switch self {
        case .made: .successNotice("The \(itemName) has been created.")
        case .saved: .successNotice("The \(itemName) has been saved.")
        case .deleted: .successNotice("The \(itemName) has been deleted.")
        case .pictureSet: .successNotice("Picture saved.")
        case .pictureRemoved: .successNotice("Picture removed.")
        }
    }
}
