import Foundation
import HTTP

/// A response in a form in which two responses can be compared byte by byte.
struct WallAnswer: Sendable, Hashable, CustomStringConvertible {
    let status: Int
    let location: String?
    /// The status, fields and content, without the parts that differ for every request.
    let text: String

    /// - Parameter sent: the identifiers in the request. They are removed from the text, because a response that repeats them reveals nothing. Short
    ///   identifiers, which are numbers, are not removed.
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
            case .stream: "(stream)"
            }
        var text = ([String(status)] + fields + ["", content]).joined(separator: "\n")
        if let id = response.fields["X-Request-ID"] { text = text.replacingOccurrences(of: id, with: "(request)") }
        // The nonce of a page's script and of its policy differs in each response.
        text = text.replacing(/nonce(-|=")[0-9a-f]+/) { "nonce\($0.1)" }
        // The remaining time of a message may differ, because on a busy machine two responses may come in different seconds.
        text = text.replacing(/data-seconds="\d+">\d+ s</, with: "data-seconds=\"\"><")
        // The idempotency key of a form differs in each response.
        text = text.replacing(/name="key" value="[^"]*"/, with: "name=\"key\"")
        // The elapsed time of a song may differ.
        text = text.replacing(/"(elapsed|remaining)":\d+/) { "\"\($0.1)\":0" }
        for value in sent where value.count >= 6 {
            for written in [value, Self.escaped(value)] {
                text = text.replacingOccurrences(of: written, with: "(sent)")
            }
        }
        self.text = text
    }

    /// Returns a value percent-encoded as in a link.
    private static func escaped(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? value
    }

    /// The status and the end of the content, which is short enough for the message of a failure.
    var description: String { "\(status) \(location ?? "") … \(text.suffix(200))" }

    func says(_ mark: String) -> Bool { text.range(of: mark, options: .caseInsensitive) != nil }

    /// Whether the response is a success, or a redirect to a page other than the sign-in page.
    var isSuccess: Bool {
        status < 300 || (status < 400 && status != 304 && !(location ?? "").hasPrefix("/login"))
    }

    /// Whether the response asks an anonymous caller to sign in.
    var isForInvalidCredentials: Bool {
        guard status == 303, let location else { return status == 401 }
        return location.hasPrefix("/login") || location.hasPrefix("/platform/login")
    }
}
