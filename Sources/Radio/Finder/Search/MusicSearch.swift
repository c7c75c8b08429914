import HTTP
import Web

/// The search of the music library, which shares its path with the radio search. The parameter `kind` selects the music
/// library (spec L37). Another slice implements this protocol, and `App` supplies the implementation.
public protocol MusicSearch: Sendable {
    /// Responds to a request with a `kind`. Throws `APIError` 401 if no account is signed in, and the errors of the search.
    func respond(to request: Request, _ context: RequestContext) async throws -> Response
}
