import Synchronization

@testable import Accounts

/// Records mails instead of sending them.
final class RecordingMailSender: MailSender {
    private let kept = Mutex<[MailMessage]>([])

    func send(_ message: MailMessage) -> Bool {
        kept.withLock { $0.append(message) }
        return true
    }

    var messages: [MailMessage] { kept.withLock { $0 } }
}
