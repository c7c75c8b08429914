import Testing

@testable import Notices

@Suite struct NoticeTests {
    @Test(arguments: ["data-warning", "first-authentication", "content-update", "upgrade-12"])
    func anEncodedNoticeIDIsDecodedUnchanged(name: String) throws {
        #expect(try #require(Notice.ID(name)).description == name)
    }

    @Test(arguments: [
        "", "data", "Data-Warning", "upgrade-", "upgrade-0x1", "upgrade-+1", "upgrade-01", "upgrade--", "content",
    ])
    func anInvalidNoticeIDIsRefused(name: String) {
        #expect(Notice.ID(name) == nil)
    }
}
