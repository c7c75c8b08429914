import Testing

@testable import Emitter

@Suite struct MeasurePacketTests {
    /// The example in the description of the app (spec N18).
    @Test func aMeasurePacketEqualsTheExampleOfTheSpecification() {
        let packet = MeasurePacket(name: "Strauss, Don Juan: Don Juan", measure: 35, count: 568)
        #expect(packet.bytes == Array("Strauss, Don Juan: Don Juan; 35 : 568".utf8))
    }

    @Test func aMeasurePacketIsUTF8TextWithoutATerminator() {
        let packet = MeasurePacket(name: "Dvořák, Quartet No. 12: Lento", measure: 1, count: .max)
        #expect(packet.bytes == Array("Dvořák, Quartet No. 12: Lento; 1 : 2147483647".utf8))
    }

    @Test func theCountIsReadBackFromAMeasurePacket() {
        for count: Int32 in [0, 1, 568, .max] {
            #expect(MeasurePacket.count(in: MeasurePacket(name: "A, B: C", measure: 7, count: count).bytes) == count)
        }
    }

    @Test(arguments: [
        "", "PUSH|a|b : 7|AUTO||", "PUSH|a|b|BUTTON| : 7", "A, B: C; 7", "A; 7 : ", "A; 7 : 1x", "A; 7 : 2147483648",
        "A; 7 : -1", "A; 7 : +1", "A; 7: 1", "A; 7 :1", "A; 7 : 99999999999999999999", "A; 7 : ５",
    ])
    func aDatagramThatIsNotAMeasurePacketHasNoCount(datagram: String) {
        #expect(MeasurePacket.count(in: Array(datagram.utf8)) == nil)
    }
}
