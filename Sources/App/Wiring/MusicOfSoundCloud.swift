import HTTP
import MusicLibrary
import Radio
import Web

/// Passes music searches of the radio to the music library, which asks SoundCloud (spec L37).
struct MusicOfSoundCloud: MusicSearch {
    let search: CloudSearch

    func respond(to request: Request, _ context: RequestContext) async throws -> Response {
        try await search.respond(to: request, context)
    }
}
