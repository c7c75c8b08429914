import Testing

@testable import Emitter

@Suite struct PushPacketTests {
    /// Spec N21, N22.
    @Test(arguments: [
        (PushPacket.Style.button(text: "Will do!"), "PUSH|Welcome|Please silence your phones.|BUTTON|Will do!|"),
        (.automatic, "PUSH|Welcome|Please silence your phones.|AUTO||"),
        (
            .link(url: "http://www.survey.com/philorch"),
            "PUSH|Link|Please silence your phones.|Button|http://www.survey.com/philorch|"
        ),
    ])
    func messagePacketsEqualTheExamplesOfTheSpecification(style: PushPacket.Style, text: String) {
        let packet = PushPacket(title: "Welcome", body: "Please silence your phones.", style: style, repeatNumber: 0)
        #expect(String(decoding: packet.bytes, as: UTF8.self) == text)
    }

    /// Spec N24.
    @Test func emptyFieldsOfAMessagePacketKeepTheirSeparators() {
        let packet = PushPacket(title: "", body: "", style: .button(text: ""), repeatNumber: 0)
        #expect(packet.bytes == Array("PUSH|||BUTTON||".utf8))
    }

    /// Spec N23.
    @Test(arguments: [PushPacket.Style.button(text: "OK"), .automatic, .link(url: "http://a.example")])
    func eachRepeatOfAMessageAppendsASpaceToItsText(style: PushPacket.Style) {
        let packets = (0..<4).map { PushPacket(title: "A", body: "B", style: style, repeatNumber: $0) }
        #expect(Set(packets.map(\.bytes)).count == 4)
        #expect(packets[3].bytes.split(separator: UInt8(ascii: "|"))[2] == ArraySlice("B   ".utf8))
        #expect(packets[2].bytes == PushPacket(title: "A", body: "B", style: style, repeatNumber: 2).bytes)
    }
}
