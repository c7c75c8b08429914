import FoundationEssentials
import Tenancy
import Web

/// The sender of mail about accounts: invitations and password links.
public struct AccountMail: Sendable {
    private let sender: (any MailSender)?

    /// Creates the sender. `sender` is `nil` if the server does not send mail.
    public init(_ sender: (any MailSender)? = nil) { self.sender = sender }

    /// Whether the server can send mail.
    var isThere: Bool { sender != nil }

    /// Sends an invitation. Returns whether the sender accepted the mail; `false` without an address or a sender.
    func invite(_ address: String?, to tenant: Tenant, url: String, expiresAt: Date) -> Bool {
        send(
            to: address, "Invitation to \(tenant.name)",
            """
            You have been invited to create an account at \(tenant.name).

            To choose a login and a password, open this link. The link works once and expires in \(Self.life(expiresAt)):
            \(url)

            """)
    }

    /// Sends a link for setting a new password. Returns whether the sender accepted the mail; `false` without an address or a sender.
    func reset(_ address: String?, at tenant: Tenant, url: String, expiresAt: Date) -> Bool {
        send(
            to: address, "Set a new password at \(tenant.name)",
            """
            To set a new password for your account at \(tenant.name), open this link. The link works once and expires in \
            \(Self.life(expiresAt)):
            \(url)

            If you do not want a new password, ignore this message. Your password has not changed.

            """)
    }

    private static func life(_ expiresAt: Date) -> String {
        PlainDuration(from: Instant.now.date, to: expiresAt).description
    }

    private func send(to address: String?, _ subject: String, _ text: String) -> Bool {
        guard let sender, let address else { return false }
        return sender.send(MailMessage(to: address, subject: subject, text: text))
    }
}
