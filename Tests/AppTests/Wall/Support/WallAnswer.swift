import Foundation
import HTTP

/// A response in a form that can be compared byte by byte with another.
struct WallAnswer: Sendable, Hashable, CustomStringConvertible {
    let status: Int
    let location: String?
    /// The status, fields and content, without the parts that differ for every request.
    let text: String

    /// - Parameter sent: identifiers of the request, which are removed, because a response that repeats them reveals
    ///   nothing. Short ones, which are numbers, are not removed.
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
        // The nonce of a page's script and its policy.
        text = text.replacing(/nonce(-|=")[0-9a-f]+/) { "nonce\($0.1)" }
        // The remaining time of a message: on a busy machine two responses may come in different seconds.
        text = text.replacing(/data-seconds="\d+">\d+ s</, with: "data-seconds=\"\"><")
        // The idempotency key of a form.
        text = text.replacing(/name="key" value="[^"]*"/, with: "name=\"key\"")
        // The elapsed time of a song.
        text = text.replacing(/"(elapsed|remaining)":\d+/) { "\"\($0.1)\":0" }
        for value in sent where value.count >= 6 {
            for written in [value, Self.escaped(value)] {
                text = text.replacingOccurrences(of: written, with: "(sent)")
            }
        }
        self.text = text
    }

    /// As in a link.
    private static func escaped(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? value
    }

    /// Short enough for a failure message: the status and the end of the content.
    var description: String { "\(status) \(location ?? "") … \(text.suffix(200))" }

    func says(_ mark: String) -> Bool { text.range(of: mark, options: .caseInsensitive) != nil }

    /// A success, or a redirect to a page other than the log-in.
    var isSuccess: Bool {
        status < 300 || (status < 400 && status != 304 && !(location ?? "").hasPrefix("/login"))
    }

    /// Whether the response tells an anonymous caller to log in.
    var isForInvalidCredentials: Bool {
        guard status == 303, let location else { return status == 401 }
        return location.hasPrefix("/login") || location.hasPrefix("/platform/login")
    }
}
