import HTTP
import Web

/// Search of music that is no broadcast: one address for both, told apart by `kind` (spec L37). The music library is another
/// slice's; `App` supplies it.
public protocol MusicSearch: Sendable {
    /// Answers a request with a `kind`, which is for those who are logged in.
    func respond(to request: Request, _ context: RequestContext) async throws -> Response
}
