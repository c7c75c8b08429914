/// A type that sends mail. `App` supplies an implementation if the settings name a mail program.
public protocol MailSender: Sendable {
    /// Queues a message and returns immediately. Returns `false` if the queue is full.
    func send(_ message: MailMessage) -> Bool
}
