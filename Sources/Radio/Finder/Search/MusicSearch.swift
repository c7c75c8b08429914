import HTTP
import Web

/// Searches the music library, which shares the address of the radio search; the parameter `kind` selects it (spec L37).
/// Another slice implements it, and `App` supplies it.
public protocol MusicSearch: Sendable {
    /// Answers a request with a `kind`. Requires a signed-in account.
    func respond(to request: Request, _ context: RequestContext) async throws -> Response
}
