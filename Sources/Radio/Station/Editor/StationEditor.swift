import HTTP
import Tenancy
import Web

/// How one kind of thing in the catalogue is edited on pages. What is done with a form is in `EditorDesk`, once for all
/// kinds, and what may be stored is said by the kind's own draft and store: a page knows no rules of its own.
protocol StationEditor: Sendable {
    associatedtype Store: CatalogueStore

    var store: Store { get }
    /// What is typed.
    static var shape: [FormField] { get }
    /// "channel".
    static var word: String { get }
    static var part: StationPage.Part { get }
    /// The fields that conflicts are about, by their codes.
    static var conflicts: [String: String] { get }
    /// Whether it has a picture.
    static var hasArt: Bool { get }

    /// What one is called on its page.
    func title(_ content: Store.Content, _ context: RequestContext) -> String
    /// What a new one starts from. 404 where what it would belong to is not there.
    func blank(_ context: RequestContext) async throws -> FormValue
    /// Where one is edited.
    func path(of key: Int64) -> String
    /// Where a form for a new one goes.
    var home: String { get }
    /// The page above it.
    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Way
    /// What is typed, group by group.
    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML
    /// What belongs to one beside what is typed.
    func beside(_ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext) async throws -> HTML
    /// What goes when one is deleted, a sentence each.
    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String]
}

extension StationEditor {
    static var conflicts: [String: String] { [:] }
    static var hasArt: Bool { true }
    func title(_ content: Store.Content, _ context: RequestContext) -> String { content.label }
    func beside(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML { .empty }
}

/// What became of the last press on a page of the catalogue.
enum EditorNotice: String, FlashMessage {
    case made, saved, deleted
    case pictureSet = "picture-set"
    case pictureRemoved = "picture-removed"

    func html(_ word: String) -> HTML {
        switch self {
        case .made: .goodNotice("The \(word) has been created.")
        case .saved: .goodNotice("Saved.")
        case .deleted: .goodNotice("The \(word) has been deleted.")
        case .pictureSet: .goodNotice("Picture saved.")
        case .pictureRemoved: .goodNotice("Picture removed.")
        }
    }
}
