import Testing

@testable import App

struct MailSettingsTests {
    @Test func mailIsDisabledIfNoMailProgramIsSet() throws {
        #expect(try Settings(environment: [:]).mail == nil)
        #expect(try Settings(environment: ["TUTTI_MAIL_FROM": "tutti@example.org"]).mail == nil)
    }

    @Test func aMailProgramNeedsASenderAddress() throws {
        let both = ["TUTTI_MAIL_COMMAND": "/usr/sbin/sendmail -t -i", "TUTTI_MAIL_FROM": "tutti@example.org"]
        #expect(
            try Settings(environment: both).mail
                == MailSettings(command: "/usr/sbin/sendmail -t -i", sender: "tutti@example.org"))
        #expect(throws: SettingsError.self) {
            try Settings(environment: ["TUTTI_MAIL_COMMAND": "/usr/sbin/sendmail"])
        }
    }

    @Test(arguments: ["tutti", "a@b@c", "a@b\nBcc: c@d", "<a@b>", "@b", "a@"])
    func anInvalidSenderAddressIsRefused(address: String) {
        #expect(throws: SettingsError.self) {
            try Settings(environment: ["TUTTI_MAIL_COMMAND": "/usr/sbin/sendmail", "TUTTI_MAIL_FROM": address])
        }
    }

    @Test func aMailProgramWithoutAnAbsolutePathIsRefused() {
        #expect(throws: SettingsError.self) {
            try Settings(environment: ["TUTTI_MAIL_COMMAND": "sendmail", "TUTTI_MAIL_FROM": "a@b"])
        }
    }
}
