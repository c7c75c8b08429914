import Web

/// A message as someone wants to send it, checked against every rule of its packet (spec N21-N24, I7, I8,
/// spec Decided 4). A draft that exists may be sent.
public struct HallMessageDraft: Sendable, Hashable {
    public let title: String
    public let body: String
    public let style: HallMessage.Style
    public let buttonText: String
    public let url: String?
    /// `nil` for `defaultValidity` from when it is stored.
    public let expiresAt: Instant?

    /// How long a message is shown that does not say (spec Decided 4), in milliseconds.
    static let defaultValidity: Int64 = 60_000
    /// The furthest `expiresAt`: a message is for this concert, not for the season. In milliseconds.
    static let longestValidity: Int64 = 24 * 3_600_000
    /// Bytes of one packet, so that it is never fragmented on its way.
    static let packetLimit = 1_400

    /// White space around the fields is taken off: a trailing space is how a repeat differs from the original.
    ///
    /// - Parameter style: in any case (spec I7).
    /// - Throws: 422 that names every field at fault.
    public init(
        title: String = "", body: String = "", style: String, buttonText: String = "", url: String? = nil,
        expiresAt: Instant? = nil, now: Instant
    ) throws(APIError) {
        self.title = title.trimmed
        self.body = body.trimmed
        self.buttonText = buttonText.trimmed
        let url = url?.trimmed ?? ""
        self.url = url.isEmpty ? nil : url
        self.expiresAt = expiresAt
        let wanted = HallMessage.Style.allCases.first { $0.rawValue == style.uppercased() }
        self.style = wanted ?? .button

        var faults: [APIError.Fault] = []
        if wanted == nil { faults.append(Self.fault("style", "must be BUTTON, AUTO or LINK")) }
        for (field, text) in [
            ("title", self.title), ("body", self.body), ("buttonText", self.buttonText), ("url", url),
        ] {
            if let reason = Self.unsendable(text) { faults.append(Self.fault(field, reason)) }
        }
        if faults.isEmpty { faults = styleFaults }
        if let expiresAt, !(1...Self.longestValidity).contains(expiresAt.milliseconds - now.milliseconds) {
            faults.append(Self.fault("expiresAt", "must be in the future, at most 24 hours from now"))
        }
        if faults.isEmpty, packetLength > Self.packetLimit {
            faults.append(
                Self.fault(
                    "body",
                    "is too long: the packet has \(packetLength) bytes, and the limit is \(Self.packetLimit); "
                        + "shorten the texts"))
        }
        guard faults.isEmpty else {
            throw APIError(
                .unprocessableContent, code: "invalid-message", faults.map(\.sentence).joined(separator: "; "),
                faults: faults)
        }
    }

    /// What is asked for, as a digest; without the end, which a form computes anew at each press.
    var fingerprint: [UInt8] { ContentDigest.fingerprint(of: [title, body, style.rawValue, buttonText, url]) }

    /// The bytes of the packet that old phones receive, without the spaces that a repeat adds.
    var packetLength: Int {
        switch style {
        case .link: "PUSH|Link|\(body)|Button|\(url ?? "")|".utf8.count
        case .button, .auto: "PUSH|\(title)|\(body)|\(style.rawValue)|\(buttonText)|".utf8.count
        }
    }

    /// What the style asks of the fields.
    private var styleFaults: [APIError.Fault] {
        var faults: [APIError.Fault] = []
        switch style {
        case .link:
            if let url {
                if !WebAddress.isValid(url) { faults.append(Self.fault("url", WebAddress.rule)) }
            } else {
                faults.append(Self.fault("url", "is missing: a LINK opens an address"))
            }
        case .button, .auto:
            if url != nil { faults.append(Self.fault("url", "is allowed only for the style LINK")) }
            if title.lowercased() == "link" {
                faults.append(
                    Self.fault("title", "must not be \"Link\": old phones would take the button text for an address"))
            }
            if style == .auto, !buttonText.isEmpty {
                faults.append(Self.fault("buttonText", "is not allowed for AUTO, which closes automatically"))
            }
            if title.isEmpty, body.isEmpty, buttonText.isEmpty {
                faults.append(
                    Self.fault("body", "is missing: write a title, a body or a button text"))
            }
        }
        return faults
    }

    /// Why a text would break the packet, or `nil` (spec N24). Line ends are among the controls; U+2028 and U+2029
    /// are line ends that Unicode does not count as such.
    private static func unsendable(_ text: String) -> String? {
        if text.utf8.contains(UInt8(ascii: "|")) {
            return "must not contain \"|\", which separates the fields of the packet"
        }
        let breaks = text.unicodeScalars.contains {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        return breaks ? "must be on one line, without control characters" : nil
    }

    private static func fault(_ field: String, _ reason: String) -> APIError.Fault {
        APIError.Fault(field: "/" + field, reason: reason)
    }
}

extension APIError.Fault {
    fileprivate var sentence: String { "\(field.dropFirst()) \(reason)" }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace || $0.isNewline }),
            let last = lastIndex(where: { !$0.isWhitespace || $0.isNewline })
        else { return "" }
        return String(self[first...last])
    }
}
