import Testing
import Web

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct LibraryNoticeTests {
    @Test func aRateLimitAndAnOutageOfSoundCloudHaveDifferentNotices() throws {
        let busy = try #require(LibraryNotice(CloudError.throttled(until: .now, reason: "").problem()))
        let unavailable = try #require(LibraryNotice(CloudError.unavailable(reason: "").problem()))
        #expect(busy.html.text.contains("SoundCloud is limiting requests. Try again later."))
        #expect(unavailable.html.text.contains("SoundCloud is not available. Try again later."))
    }

    @Test func aNotFoundErrorOfSoundCloudHasNoNotice() {
        #expect(LibraryNotice(CloudError.notFound.problem()) == nil)
    }
}
