import HTTP
import Radio
import Tenancy
import Web

/// An editor of one kind of catalogue item on pages. `EditorPageRoutes` handles the forms of all kinds. The draft and store
/// of a kind decide which values are valid.
protocol StationEditor: Sendable {
    associatedtype Store: CatalogueStore

    var store: Store { get }
    /// The fields of the form.
    static var shape: [FormField] { get }
    /// The name of the kind in texts, such as "channel".
    static var word: String { get }
    static var part: StationPage.Part { get }
    /// The names of the fields to which conflicts belong, by error code.
    static var conflicts: [APIError.Code: String] { get }
    /// Whether items of the kind have a picture.
    static var hasArt: Bool { get }

    /// Returns the heading of the page of an item.
    func title(_ content: Store.Content, _ context: RequestContext) -> String
    /// Returns the content of a blank form. Throws `APIError` 404 if the parent item does not exist.
    func blank(_ context: RequestContext) async throws -> FormValue
    /// Returns the path of the page of an item.
    func path(of key: Int64) -> String
    /// The path to which the form of a new item is posted.
    var home: String { get }
    /// Returns the link to the parent page.
    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Way
    /// Returns the controls of the form.
    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML
    /// Returns the related items that are shown beside the form.
    func beside(_ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext) async throws -> HTML
    /// Returns the consequences of deleting an item, one sentence each.
    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String]
}

extension StationEditor {
    static var conflicts: [APIError.Code: String] { [:] }
    static var hasArt: Bool { true }
    func blank(_ context: RequestContext) async throws -> FormValue { .empty }
    func path(of key: Int64) -> String { "\(home)/\(key)" }
    func title(_ content: Store.Content, _ context: RequestContext) -> String { content.label }
    func beside(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML { .empty }
}

/// The result of the last action on a catalogue page.
enum EditorNotice: String, FlashMessage {
    case made, saved, deleted
    case pictureSet = "picture-set"
    case pictureRemoved = "picture-removed"

    func html(_ word: String) -> HTML {
        switch self {
        case .made: .goodNotice("The \(word) has been created.")
        case .saved: .goodNotice("The \(word) has been saved.")
        case .deleted: .goodNotice("The \(word) has been deleted.")
        case .pictureSet: .goodNotice("Picture saved.")
        case .pictureRemoved: .goodNotice("Picture removed.")
        }
    }
}
