/// Whoever takes mail away. `App` supplies one where the settings name a program for it.
public protocol MailSender: Sendable {
    /// Takes a message to send it soon, and returns at once; `false` when so many wait already that it is not taken.
    func send(_ message: MailMessage) -> Bool
}
