import Foundation
import HTTP

/// A response that can be compared with another one byte by byte, except for the parts that differ for every request.
struct WallAnswer: Sendable, Equatable, CustomStringConvertible {
    let status: Int
    let location: String?
    /// The status, fields and content.
    private let text: String
    private let sent: [String]

    /// - Parameter sent: the identifiers in the request. Comparisons ignore them, because a response that repeats them reveals nothing. Identifiers of
    ///   fewer than six characters are numbers, which may also stand for something else, and are compared.
    init(_ response: Response, sent: [String] = []) {
        status = response.status.code
        location = response.fields["Location"]
        self.sent = sent.filter { $0.count >= 6 }
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
        let text = ([String(status)] + fields + ["", content]).joined(separator: "\n")
        let id = response.fields["X-Request-ID"]
        self.text = id.map { text.replacingOccurrences(of: $0, with: "(request)") } ?? text
    }

    /// The text for comparisons, without the nonces, keys and times that differ for every request.
    private var comparable: String {
        // The nonce of a page's script and of its policy differs in each response.
        var text = text.replacing(/nonce(-|=")[0-9a-f]+/) { "nonce\($0.1)" }
        // The remaining time of a message may differ, because on a busy machine two responses may come in different seconds.
        text = text.replacing(/data-seconds="\d+">\d+ s</, with: "data-seconds=\"\"><")
        // The idempotency key of a form differs in each response.
        text = text.replacing(/name="key" value="[^"]*"/, with: "name=\"key\"")
        // The elapsed time of a song may differ.
        text = text.replacing(/"(elapsed|remaining)":\d+/) { "\"\($0.1)\":0" }
        return withoutSent(text)
    }

    private func withoutSent(_ text: String) -> String {
        sent.flatMap { [$0, Self.escaped($0)] }.reduce(text) { $0.replacingOccurrences(of: $1, with: "(sent)") }
    }

    static func == (one: WallAnswer, other: WallAnswer) -> Bool {
        guard one.status == other.status, one.location == other.location else { return false }
        return one.text == other.text || one.comparable == other.comparable
    }

    /// Returns a value percent-encoded as in a link.
    private static func escaped(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: WallRequest.unreserved) ?? value
    }

    /// The status and the end of the content, which is short enough for the message of a failure.
    var description: String { "\(status) \(location ?? "") … \(text.suffix(200))" }

    /// Whether the text, without the identifiers of the request, contains `mark`.
    func says(_ mark: String) -> Bool {
        text.range(of: mark, options: .caseInsensitive) != nil
            && withoutSent(text).range(of: mark, options: .caseInsensitive) != nil
    }

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
