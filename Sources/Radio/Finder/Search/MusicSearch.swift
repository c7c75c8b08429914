import HTTP
import Web

/// The search of the music library, which the parameter `kind` selects on the path of the radio search (spec L37). `App` supplies the implementation.
public protocol MusicSearch: Sendable {
    /// Responds to a request with a `kind`. Throws `APIError` 401 if no account is signed in.
    func respond(to request: Request, _ context: RequestContext) async throws -> Response
}
