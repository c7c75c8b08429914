import Synchronization

@testable import Accounts

/// Keeps the mail that would leave.
final class Postbox: MailSender {
    private let kept = Mutex<[MailMessage]>([])

    func send(_ message: MailMessage) -> Bool {
        kept.withLock { $0.append(message) }
        return true
    }

    var messages: [MailMessage] { kept.withLock { $0 } }
}
