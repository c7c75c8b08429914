import FoundationEssentials
import Testing

@testable import Accounts

@Suite struct MailMessageTests {
    private static func lines(_ message: MailMessage) -> [String] {
        let bytes = message.rfc5322(
            from: "tutti@example.org", date: Date(timeIntervalSince1970: 1_777_663_800), id: "abc")
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test func aMailMessageFollowsRFC5322() throws {
        let lines = Self.lines(MailMessage(to: "eva@example.org", subject: "Hello", text: "One\nTwo\n"))
        #expect(
            lines == [
                "From: <tutti@example.org>", "To: <eva@example.org>", "Subject: =?utf-8?B?SGVsbG8=?=",
                "Date: 1 May 2026 19:30:00 +0000", "Message-ID: <abc@example.org>", "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
                "T25lDQpUd28NCg==", "",
            ])
    }

    @Test func aMailSubjectCannotInjectAField() throws {
        let lines = Self.lines(
            MailMessage(to: "eva@example.org", subject: "Hall\r\nBcc: all@example.org", text: "."))
        #expect(!lines.contains { $0.hasPrefix("Bcc") })
        #expect(lines.count { $0.isEmpty } == 2, "one ends the head, one the message")
    }

    @Test func longSubjectsAndLinesOfAMailAreWrapped() throws {
        let subject = String(repeating: "Dvořák ", count: 40)
        let lines = Self.lines(
            MailMessage(to: "eva@example.org", subject: subject, text: String(repeating: "x", count: 500)))
        #expect(lines.allSatisfy { $0.utf8.count <= 78 + "Subject: ".count })
        let start = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let words = lines[start...].prefix { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }
        let text = words.map { word -> String in
            let base64 = word.split(separator: "?")[3]
            return Data(base64Encoded: String(base64)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        #expect(text.joined() == subject, "no character is split between two words")
        #expect(words.allSatisfy { $0.drop { $0 != "=" }.utf8.count <= 75 })
    }
}
