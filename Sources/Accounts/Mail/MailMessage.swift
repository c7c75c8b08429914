import FoundationEssentials
import Web

/// A message to one address (RFC 5322), written so that nothing in it can end a field and begin another: addresses are
/// ASCII without space, every other word is encoded.
public struct MailMessage: Sendable, Hashable {
    /// One that `AccountRules` lets pass.
    public let to: String
    public let subject: String
    /// Lines end with "\n".
    public let text: String

    init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }

    /// The message as a program such as `sendmail -t` takes it, lines ended by CR LF.
    ///
    /// - Parameters:
    ///   - sender: the address it comes from.
    ///   - date: when it is sent.
    ///   - id: a word of letters and digits that no other message has.
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

    /// RFC 2047 §2: words of at most 75 characters, each whole characters of UTF-8.
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

    /// RFC 2045 §6.8: lines of at most 76 characters.
    private static func base64Lines(_ text: String) -> [String] {
        var rest = Data(text.utf8).base64EncodedString()[...]
        var lines: [String] = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(76)))
            rest = rest.dropFirst(76)
        }
        return lines
    }

    /// RFC 5322 §3.3, in UTC: "2026-05-01T19:30:00.000Z" is "1 May 2026 19:30:00 +0000". The day of the week may be left
    /// out.
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
