import Synchronization

@testable import Accounts

/// A mail sender that records messages instead of sending them.
final class RecordingMailSender: MailSender {
    private let kept = Mutex<[MailMessage]>([])

    func send(_ message: MailMessage) -> Bool {
        kept.withLock { $0.append(message) }
        return true
    }

    var messages: [MailMessage] { kept.withLock { $0 } }
}
