import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct PlayContextTests {
    @Test(arguments: [
        "songs", "artist:12", "album:3", "label:4", "podcasts", "station:5", "likes:recent", "likes:title",
        "likes:artist",
        "likes:duration", "likes:user", "likes:user:soundcloud:users:7", "playlist:soundcloud:playlists:8",
        "user:soundcloud:users:9", "track:soundcloud:tracks:10", "stream", "stream:posts", "stream:reposts", "discover",
    ])
    func theNameOfAPlayContextIsParsedAndWrittenUnchanged(name: String) {
        #expect(PlayContext(name)?.description == name)
    }

    @Test(arguments: [
        ("likes:user:7", "likes:user:soundcloud:users:7"), ("playlist:8", "playlist:soundcloud:playlists:8"),
    ])
    func aNumberInTheNameOfAPlayContextIsCompletedToAURN(name: String, whole: String) {
        #expect(PlayContext(name)?.description == whole)
    }

    @Test(arguments: [
        "", "song", "songs:", "songs:1", "Songs", "artist", "artist:", "artist:0", "artist:01", "artist:+1",
        "artist:1:2",
        "artist:99999999999999999999", "likes", "likes:", "likes:loud", "likes:user:", "likes:user:soundcloud:tracks:7",
        "playlist:soundcloud:users:8", "stream:all", "stream:", "discover:1", ":", "likes:user:0", "track:x",
    ])
    func anInvalidNameOfAPlayContextIsRejected(name: String) {
        #expect(PlayContext(name) == nil)
    }
}
