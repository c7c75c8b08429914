import HTTP
import MusicLibrary
import Radio
import Web

/// The adapter that passes the radio's music searches to the music library, which queries SoundCloud (spec L37).
struct MusicOfSoundCloud: MusicSearch {
    let search: CloudSearch

    func respond(to request: Request, _ context: RequestContext) async throws -> Response {
        try await search.respond(to: request, context)
    }
}
