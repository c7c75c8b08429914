import Web

/// A message to be sent, checked against all rules of its packet (spec N21-N24, I7, I8, spec Decided 4).
public struct AudienceMessageDraft: Sendable, Hashable {
    public let title: String
    public let body: String
    public let style: AudienceMessage.Style
    public let buttonText: String
    /// The address that a `LINK` opens; `nil` for other styles.
    public let url: String?
    /// The end of the message; `nil` means `defaultValidity` after the message is stored.
    public let expiresAt: Instant?

    /// The validity of a message without `expiresAt` (spec Decided 4), in milliseconds.
    static let defaultValidity: Int64 = 60_000
    /// The longest validity, in milliseconds: one day, since a message belongs to one concert.
    static let longestValidity: Int64 = 24 * 3_600_000
    /// The largest packet in bytes, which fits into one Ethernet frame.
    static let packetLimit = 1_400

    /// Checks the fields and removes white space around them, except line ends, because trailing spaces distinguish repeats of a message. Throws
    /// `APIError` 422 with all errors found.
    ///
    /// - Parameters:
    ///   - style: The style, in any case (spec I7).
    ///   - url: The address of a `LINK`; `nil` or empty for other styles, which may not have one.
    ///   - expiresAt: A time at most `longestValidity` after `now`; `nil` for the default (`defaultValidity`).
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
        let wanted = AudienceMessage.Style.allCases.first { $0.rawValue == style.uppercased() }
        self.style = wanted ?? .button

        var faults: [APIError.Fault] = []
        if wanted == nil {
            faults.append(Self.fault("style", "must be BUTTON, AUTO or LINK, found \"\(style.prefix(100))\""))
        }
        for (field, text) in [
            ("title", self.title), ("body", self.body), ("buttonText", self.buttonText), ("url", url),
        ] {
            if let reason = Self.unsendable(text) { faults.append(Self.fault(field, reason)) }
        }
        if faults.isEmpty { faults = styleFaults }
        if let expiresAt, !(1...Self.longestValidity).contains(expiresAt.milliseconds - now.milliseconds) {
            faults.append(
                Self.fault("expiresAt", "must be in the future and at most 24 hours from now, found \(expiresAt)"))
        }
        if faults.isEmpty, packetLength > Self.packetLimit {
            faults.append(
                Self.fault(
                    "body",
                    "is too long: all fields together make a packet of \(packetLength) bytes, and the limit is "
                        + "\(Self.packetLimit) bytes; shorten the texts"))
        }
        guard faults.isEmpty else {
            throw APIError(
                .unprocessableContent, code: .invalidMessage, faults.map(\.sentence).joined(separator: "; "),
                faults: faults)
        }
    }

    /// A digest of the request, without the end of the message, because a form computes the end again at each press.
    var fingerprint: [UInt8] { fingerprint(with: []) }

    /// Returns a digest of the request as `fingerprint`, with further values of the request, such as the scheduled time.
    func fingerprint(with others: [String]) -> [UInt8] {
        ContentDigest.fingerprint(of: [title, body, style.rawValue, buttonText, url] + others)
    }

    /// The length in bytes of the packet for old phones, without the spaces added to a repeat.
    var packetLength: Int {
        switch style {
        case .link: "PUSH|Link|\(body)|Button|\(url ?? "")|".utf8.count
        case .button, .auto: "PUSH|\(title)|\(body)|\(style.rawValue)|\(buttonText)|".utf8.count
        }
    }

    private var styleFaults: [APIError.Fault] {
        var faults: [APIError.Fault] = []
        switch style {
        case .link:
            if let url {
                if !WebAddress.isValid(url) { faults.append(Self.fault("url", WebAddress.rule)) }
            } else {
                faults.append(
                    Self.fault(
                        "url", "is missing: a message that opens the link address (style LINK) requires an address"))
            }
        case .button, .auto:
            if url != nil {
                faults.append(
                    Self.fault(
                        "url",
                        "is allowed only for a message that opens the link address (style LINK): remove the address"))
            }
            if title.lowercased() == "link" {
                faults.append(
                    Self.fault("title", "must not be \"Link\": the iNotes app would read the button text as an address")
                )
            }
            if style == .auto, !buttonText.isEmpty {
                faults.append(
                    Self.fault("buttonText", "must be empty for a message that closes automatically (style AUTO)"))
            }
            if title.isEmpty, body.isEmpty, buttonText.isEmpty {
                faults.append(
                    Self.fault(
                        "body",
                        style == .auto
                            ? "is missing: write a title or a body"
                            : "is missing: write a title, a body or a button text"))
            }
        }
        return faults
    }

    /// Returns the reason why a text would break the packet, or `nil` if the text is allowed (spec N24).
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
