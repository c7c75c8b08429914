import HTTP
import MusicLibrary
import Radio
import Web

/// What the radio's search hands on where music is looked for: the music library asks SoundCloud (spec L37).
struct MusicOfSoundCloud: MusicSearch {
    let search: CloudSearch

    func respond(to request: Request, _ context: RequestContext) async throws -> Response {
        try await search.respond(to: request, context)
    }
}
