import Testing

@testable import Radio

struct NoticeLogTests {
    private func revision(_ number: Int64) -> RadioRevision { RadioRevision(rawValue: number) }
    private func channels(_ ids: Int64...) -> Set<Channel.ID> { Set(ids.map(Channel.ID.init(rawValue:))) }

    @Test func noticesWithoutAGapNameTheChannelsToRead() throws {
        var log = NoticeLog()
        #expect(log.isEmpty)
        log.note(channels(2), at: revision(7))
        log.note(channels(1), at: revision(6))
        log.note(channels(1), at: revision(8))
        let part = try #require(log.part(after: revision(5)))
        #expect(part.channels == channels(1, 2))
        #expect(part.revision == revision(8))
    }

    @Test func aMissingNoticeRequiresReadingEverything() {
        var log = NoticeLog()
        log.note(channels(1), at: revision(7))
        #expect(log.part(after: revision(5)) == nil)
        #expect(!log.isEmpty)
        log.forget(through: revision(7))
        #expect(log.isEmpty)
    }

    @Test func droppedNoticesRequireReadingEverything() {
        var log = NoticeLog()
        for number in 1...Int64(NoticeLog.limit + 1) { log.note(channels(number), at: revision(number)) }
        #expect(!log.isEmpty)
        #expect(log.part(after: revision(0)) == nil)
        // A read that began before the last notice does not include its change.
        log.forget(through: revision(Int64(NoticeLog.limit)))
        #expect(!log.isEmpty)
        log.forget(through: revision(Int64(NoticeLog.limit + 1)))
        #expect(log.isEmpty)
    }
}
