import HTTP

/// What became of the form that was just sent, said once above the page that the redirect after it leads to. A slice declares its
/// messages as an enumeration of names; the redirect carries the name in its query (`notice`), so nothing is stored for it.
public protocol FlashMessage: RawRepresentable, Sendable, Hashable where RawValue == String {}

extension FlashMessage {
    /// The message that a page was asked to show; `nil` for none, and for a name that is none of them.
    ///
    /// - Throws: 400 for a query that names two.
    public init?(_ fields: FormFields) throws(APIError) {
        guard let name = try fields.optional("notice"), let message = Self(rawValue: name) else { return nil }
        self = message
    }

    /// The same, from the query of a request.
    public init?(_ request: Request) throws(APIError) { try self.init(try request.queryFields()) }
}

extension Response {
    /// 303 to a page of ours, with what became of the form.
    ///
    /// - Parameter path: the page, with a query or without; "/" takes its place where it is no path of ours.
    public static func seeOther(_ path: String, _ message: some FlashMessage, fields: Fields = [:]) -> Response {
        let sign = path.contains("?") ? "&" : "?"
        return .seeOther(LocalPath("\(path)\(sign)notice=\(message.rawValue)") ?? "/", fields: fields)
    }
}

extension APIError {
    /// Whether a person can correct the form: the page then shows the form again, with the typed values and this error at its
    /// fields. Every other error has its own page.
    public var isMendable: Bool {
        switch status {
        case .unprocessableContent, .conflict, .preconditionFailed, .contentTooLarge, .unsupportedMediaType,
            .tooManyRequests:
            true
        default: false
        }
    }
}
