import Tenancy

/// The mail about accounts: what it says, and whether any can be sent.
public struct AccountMail: Sendable {
    private let sender: (any MailSender)?

    /// - Parameter sender: `nil` where nobody sends mail.
    public init(_ sender: (any MailSender)? = nil) { self.sender = sender }

    /// Whether mail can be sent at all.
    var isThere: Bool { sender != nil }

    /// Tells somebody of an invitation; whether the mail is on its way.
    func invite(_ address: String?, to tenant: Tenant, url: String) -> Bool {
        send(
            to: address, "Invitation to \(tenant.name)",
            """
            You have been invited to create an account at \(tenant.name).

            To choose a login and a password, open this link. The link works once:
            \(url)

            """)
    }

    /// Sends a link to set a new password; whether the mail is on its way.
    func reset(_ address: String?, at tenant: Tenant, url: String) -> Bool {
        send(
            to: address, "Your password at \(tenant.name)",
            """
            To set a new password for your account at \(tenant.name), open this link. The link works once:
            \(url)

            If you do not want a new password, ignore this message. Your password has not changed.

            """)
    }

    private func send(to address: String?, _ subject: String, _ text: String) -> Bool {
        guard let sender, let address else { return false }
        return sender.send(MailMessage(to: address, subject: subject, text: text))
    }
}
