import HTTP
import Web

/// The search of the music library, which shares its path with the radio search. The parameter `kind` selects the music
/// library (spec L37). Another slice implements this protocol, and `App` supplies the implementation.
public protocol MusicSearch: Sendable {
    /// Responds to a request with a `kind`. Requires a signed-in account.
    func respond(to request: Request, _ context: RequestContext) async throws -> Response
}
