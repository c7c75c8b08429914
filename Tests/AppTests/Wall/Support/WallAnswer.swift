import Foundation
import HTTP

/// An answer as bytes that can be compared with another one's.
struct WallAnswer: Sendable, Hashable, CustomStringConvertible {
    let status: Int
    let location: String?
    /// Status, fields and content, without what is new for every request.
    let text: String

    /// - Parameter sent: identifiers that were sent; an answer that only says them back shows nothing. Short ones,
    ///   which are numbers, are left where they are.
    init(_ response: Response, sent: [String] = []) {
        status = response.status.code
        location = response.fields["Location"]
        let fields = response.fields.lines.filter { $0.name.lowercased() != "x-request-id" }
            .map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        let content =
            switch response.content {
            case .none: ""
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .representation(let representation):
                representation.entityTag + "\n" + String(decoding: representation.identity, as: UTF8.self)
            case .events: "(events)"
            }
        var text = ([String(status)] + fields + ["", content]).joined(separator: "\n")
        if let id = response.fields["X-Request-ID"] { text = text.replacingOccurrences(of: id, with: "(request)") }
        // The number that ties a page's own script to its policy.
        text = text.replacing(/nonce(-|=")[0-9a-f]+/) { "nonce\($0.1)" }
        // How long a message is still shown: on a busy machine two answers are never of the same second.
        text = text.replacing(/data-seconds="\d+">\d+ s</, with: "data-seconds=\"\"><")
        // The number that makes a second press of a form's button no second one.
        text = text.replacing(/name="key" value="[^"]*"/, with: "name=\"key\"")
        // How much of a song is over.
        text = text.replacing(/"(elapsed|remaining)":\d+/) { "\"\($0.1)\":0" }
        for value in sent where value.count >= 6 {
            for written in [value, Self.escaped(value)] {
                text = text.replacingOccurrences(of: written, with: "(sent)")
            }
        }
        self.text = text
    }

    /// As a link repeats it.
    private static func escaped(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? value
    }

    /// Short enough for a test's complaint: the status and the end of the content.
    var description: String { "\(status) \(location ?? "") … \(text.suffix(200))" }

    func says(_ mark: String) -> Bool { text.range(of: mark, options: .caseInsensitive) != nil }

    /// Done, or sent on elsewhere than to the log-in.
    var isSuccess: Bool {
        status < 300 || (status < 400 && status != 304 && !(location ?? "").hasPrefix("/login"))
    }

    /// Nobody in particular asked, and was told so.
    var isForStrangers: Bool {
        guard status == 303, let location else { return status == 401 }
        return location.hasPrefix("/login") || location.hasPrefix("/platform/login")
    }
}
