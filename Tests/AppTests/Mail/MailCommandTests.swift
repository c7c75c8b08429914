import Foundation
import Logging
import Tenancy
import TestSupport
import Testing

@testable import Accounts
@testable import App

struct MailCommandTests {
    private static let logger = Logger(label: "mail") { _ in SwiftLogNoOpLogHandler() }

    private static let hall = Tenant(
        id: TenantID(rawValue: 1), slug: "hall", name: "Hall", locale: "und", integerSeconds: false,
        multicast: MulticastScope())

    /// Sends a mail as the service does.
    private static func send(by mail: MailCommand) -> Bool {
        AccountMail(mail).reset(
            "eva@example.org", at: hall, url: "http://hall.example/links/secret", expiresAt: .now + 86_400)
    }

    @Test func theMailProgramReceivesTheMessage() async throws {
        let file = NSTemporaryDirectory() + "/mail-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let mail = MailCommand(command: "/usr/bin/tee \(file)", from: "tutti@example.org", logger: Self.logger)
        #expect(Self.send(by: mail))
        func lines() -> [String] {
            String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
                .components(separatedBy: "\r\n")
        }
        func body() -> String {
            String(decoding: Data(base64Encoded: lines().drop { !$0.isEmpty }.joined()) ?? Data(), as: UTF8.self)
        }
        // The program writes the message in pieces, so the test waits for the end of the message.
        let arrived = await eventually(within: .seconds(300)) {
            body().contains("http://hall.example/links/secret\r\n")
        }
        #expect(arrived)
        #expect(body().contains("The link works once and expires in 24 hours:"))
        #expect(lines().prefix(2) == ["From: <tutti@example.org>", "To: <eva@example.org>"])
    }

    @Test func aFullMailQueueAcceptsNoFurtherMessage() {
        let mail = MailCommand(command: "/bin/sleep 2", from: "tutti@example.org", logger: Self.logger)
        var taken = 0
        let time = ContinuousClock().measure {
            for _ in 0..<(MailCommand.queue + 50) where Self.send(by: mail) { taken += 1 }
        }
        // A busy machine may need two seconds for each further message.
        #expect((MailCommand.queue...(MailCommand.queue + 1 + Int(time / .seconds(2)))).contains(taken))
    }
}
