import Foundation
import TestSupport
import Testing

@testable import Emitter

/// Packets as received by a phone that follows only the source document.
@Suite struct SourcePhoneTests {
    @Test func messagesSentTogetherOrSeparatelyAreEachReceivedAtLeastThreeTimes() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            try await stage.goOnAir(measure: 35)
            let phone = try Phone(stage.group)
            let emitter = try EmitterProgram(database)
            try await phone.expect("a position") {
                guard case .measure("Higdon, Concerto for Orchestra: Mvt 3", 35, _) = SourcePacket($0.text) else {
                    return false
                }
                return true
            }
            // Three messages in one commit, and three in separate commits.
            let together = ["at once 1", "at once 2", "at once 3"], soon = ["soon 1", "soon 2", "soon 3"]
            try await stage.send(together: together, milliseconds: 4000)
            for title in soon { try await stage.send(title, milliseconds: 4000) }
            for title in together + soon { try await expect(title, times: 3, by: phone) }

            // A long link, then a notice of 3 s: the link is sent again when the notice has ended.
            try await stage.send(link: "http://www.survey.com/philorch", milliseconds: 600_000)
            try await expect("Link", times: 1, by: phone)
            try await stage.send("notice", milliseconds: 3000)
            try await expect("notice", times: 3, by: phone)
            let link = SourcePacket.message(
                title: "Link", body: "b", style: "Button", button: "http://www.survey.com/philorch")
            try await phone.expect("the link again") { SourcePacket($0.text) == link }
            emitter.send(SIGTERM)
            #expect(try await emitter.status() == 0)
            // The phone could read every packet, and the count never decreased.
            #expect(await phone.heard.allSatisfy { SourcePacket($0.text) != nil })
            #expect(await phone.countsRise)
        }
    }

    /// Waits until the phone has received a message with this title `times` times.
    private func expect(_ title: String, times: Int, by phone: Phone) async throws {
        @Sendable func isMeant(_ heard: Phone.Heard) -> Bool {
            if case .message(title, _, _, _) = SourcePacket(heard.text) { true } else { false }
        }
        while await phone.heard.count(where: isMeant) < times {
            try await phone.expect("the message \(title)") { isMeant($0) }
        }
    }
}
