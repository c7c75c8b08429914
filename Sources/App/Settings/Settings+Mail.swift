/// The program that sends mail, and the sender address.
public struct MailSettings: Sendable, Hashable {
    /// The path of a program that reads a message from standard input, and its arguments, separated by spaces.
    public let command: String
    /// The sender address of all messages.
    public let sender: String
}

extension Settings {
    /// Returns the settings of mail; `nil`, so that no mail is sent, unless the program and the sender address are both set. Records a problem for
    /// invalid values.
    static func mail(_ environment: inout Environment) -> MailSettings? {
        let sender = environment.value("TUTTI_MAIL_FROM")
        if let sender, !isAddress(sender) {
            environment.refuse("TUTTI_MAIL_FROM=\(sender) must be an email address, such as tutti@example.org")
        }
        guard let command = environment.value("TUTTI_MAIL_COMMAND") else { return nil }
        guard command.hasPrefix("/") else {
            environment.refuse("TUTTI_MAIL_COMMAND=\(command) must begin with the absolute path of a program")
            return nil
        }
        guard let sender else {
            environment.refuse("TUTTI_MAIL_COMMAND requires TUTTI_MAIL_FROM, the sender address of mail: set both")
            return nil
        }
        return MailSettings(command: command, sender: sender)
    }

    /// Returns whether the text has one "@" with text on both sides, and contains only visible ASCII characters except "<" and ">", so that it cannot
    /// end a header field of a message.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3C && $0 != 0x3E } }
    }
}
