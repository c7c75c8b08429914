import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoint of play contexts (spec L10, L11, L21).
public struct PlayContextRoutes: Sendable {
    private let contexts: PlayContexts

    public init(database: TenantDatabase) { contexts = PlayContexts(database: database) }

    package static let base = "/api/v1/me/play-contexts"
    static let path = base + "/{playContext}"

    public var routes: [Route] {
        [
            Route(
                "getPlayContext", .get, Self.path, access: .account, query: ["limit", "offset"],
                endpoint: getPlayContext)
        ]
    }

    /// The 404 error for a name that is malformed or does not refer to a list of the listener.
    static let absent = APIError(
        .notFound, code: .noSuchContext,
        "you have no list with this name: send a name such as songs, artist:12 or likes:recent; /docs/api lists all names"
    )

    /// Returns the context named in the path. Throws 404 if the name is malformed.
    static func context(_ request: Request) throws -> PlayContext {
        guard let context = PlayContext(try request.parameter("playContext")) else { throw absent }
        return context
    }

    /// Answers `getPlayContext`: the number of tracks in the list and the tracks of one page; 404 if the name is malformed or the listener has no
    /// such list, 422 for an invalid offset or limit.
    func getPlayContext(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, name) = (try context.listener, try Self.context(request))
        let fields = try request.queryFields()
        let offset = try fields.optional("offset") == nil ? 0 : fields.integer("offset", in: 0...Int(PlayList.most))
        let limit = try fields.pageSize()
        let window = try await contexts.window(name, from: offset, limit: limit, for: listener)
        guard let window else { throw Self.absent }
        return try .personal(PlayContextView(window, offset: offset, limit: limit))
    }
}
