import FoundationEssentials
import Web

/// A mail message to one address (RFC 5322). Texts cannot inject header fields: addresses are ASCII without spaces, and the subject is encoded.
public struct MailMessage: Sendable, Hashable {
    /// The recipient's address, checked by `AccountRules`.
    public let to: String
    public let subject: String
    /// The text of the mail, with "\n" as line ends.
    public let text: String

    init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }

    /// Returns the message from the address `sender` for a program such as `sendmail -t`, with CRLF line ends.
    ///
    /// - Parameter id: a unique text of letters and digits for the Message-ID.
    public func rfc5322(from sender: String, date: Date, id: String) -> [UInt8] {
        let host = sender.split(separator: "@").last ?? "localhost"
        let lines =
            [
                "From: <\(sender)>", "To: <\(to)>", "Subject: \(Self.encodedWords(subject))",
                "Date: \(Self.dateTime(date))", "Message-ID: <\(id)@\(host)>", "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
            ] + Self.base64Lines(text.replacing("\n", with: "\r\n"))
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    /// Returns a text as encoded words (RFC 2047 §2) of at most 75 characters each. No character is divided between two words.
    private static func encodedWords(_ text: String) -> String {
        var words: [String] = []
        var word = ""
        for character in text.unicodeScalars {
            if word.utf8.count + String(character).utf8.count > 45 {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(character)
        }
        return (words + [word]).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }

    /// Returns the UTF-8 text in base64, as lines of at most 76 characters (RFC 2045 §6.8).
    private static func base64Lines(_ text: String) -> [String] {
        var rest = Data(text.utf8).base64EncodedString()[...]
        var lines: [String] = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(76)))
            rest = rest.dropFirst(76)
        }
        return lines
    }

    /// Returns a time in the form of RFC 5322 §3.3, without the optional weekday, such as "1 May 2026 19:30:00 +0000".
    private static func dateTime(_ date: Date) -> String {
        let text = Array(Instant(date).description)
        let month = Int(String(text[5..<7])) ?? 1
        let day = String(text[8..<10].drop { $0 == "0" })
        return "\(day) \(months[month - 1]) \(String(text[0..<4])) \(String(text[11..<19])) +0000"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
