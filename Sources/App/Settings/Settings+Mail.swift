/// How mail leaves: by which program, and from whom.
public struct MailSettings: Sendable, Hashable {
    /// The path of a program that takes a message on its standard input, and its arguments, with spaces between.
    public let command: String
    /// The address that messages come from.
    public let sender: String
}

extension Settings {
    /// `nil` where no program is named: then no mail is sent.
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
            environment.refuse("TUTTI_MAIL_COMMAND needs TUTTI_MAIL_FROM, the address that messages come from")
            return nil
        }
        return MailSettings(command: command, sender: sender)
    }

    /// Something on both sides of one "@", without anything that could end a field of a message.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3C && $0 != 0x3E } }
    }
}
