import Testing

@testable import Radio

struct RadioNoticeTests {
    @Test func aRadioNoticeIsReadBackFromItsText() {
        for channels in [nil, [7], [7, 12]] as [Set<Int64>?] {
            let ids = channels.map { Set($0.map(Channel.ID.init(rawValue:))) }
            let notice = RadioNotice("12" + RadioNotice.suffix(ids))
            #expect(notice == RadioNotice(revision: RadioRevision(rawValue: 12), channels: ids))
        }
    }

    @Test func aRadioNoticeOfTooManyChannelsListsNoChannels() {
        let many = Set((1...Int64(RadioNotice.channelLimit + 1)).map(Channel.ID.init(rawValue:)))
        #expect(RadioNotice.suffix(many).isEmpty)
        #expect(RadioNotice.suffix([]).isEmpty)
    }

    @Test(arguments: ["", "x", "1,", "1,a", "1,2+", "1,2,3", ",1"])
    func aMalformedRadioNoticeIsRejected(_ text: String) { #expect(RadioNotice(text) == nil) }
}
