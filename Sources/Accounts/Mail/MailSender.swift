/// A type that sends mail.
public protocol MailSender: Sendable {
    /// Queues a message and returns immediately. Returns `false` if the queue is full.
    func send(_ message: MailMessage) -> Bool
}
