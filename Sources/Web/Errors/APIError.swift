import HTTP

/// An error as clients see it: a status, a stable code and a plain sentence (RFC 9457).
public struct APIError: Error, Sendable, Hashable {
    public let status: Status
    public let code: Code
    /// A plain sentence that says what is wrong and, if possible, what to do.
    public let detail: String
    /// The value of `Retry-After` in seconds (RFC 9110 §10.2.3); `nil` without this field.
    public let retryAfter: Int?
    /// The faults of single form fields or JSON members.
    public let faults: [Fault]
    /// The title of the problem; `nil` to use the reason phrase of the status.
    public let title: String?
    /// The next steps that the app can offer to the user, in display order (spec R4).
    public let actions: [Action]
    /// The client's and the server's version of the resource, for an error about an outdated version; otherwise `nil`.
    public let versions: Versions?

    /// A fault of one member of a JSON body, one form field or one parameter.
    public struct Fault: Sendable, Hashable, Codable {
        /// A JSON pointer, or the name of a form field or parameter; empty for the content as a whole.
        public let field: String
        /// The rest of a sentence that begins with the field's name.
        public let reason: String
        /// The recommended correction; `nil` if the reason already states it.
        public let suggestion: String?

        public init(field: String, reason: String, suggestion: String? = nil) {
            self.field = field
            self.reason = reason
            self.suggestion = suggestion
        }
    }

    /// The two conflicting versions of a resource, for 412 and 409.
    public struct Versions: Sendable, Hashable {
        /// The version that the client knows: the value of `If-Match`, or the revision from which the client's draft started;
        /// empty for a draft that started from no revision.
        public let known: String
        /// The version that the server has: the entity tag or the revision.
        public let current: String
        /// The server's version as JSON; `nil` if the problem names the version only.
        let content: [UInt8]?

        public init(known: String, current: String, content: [UInt8]? = nil) {
            self.known = known
            self.current = current
            self.content = content
        }
    }

    /// A possible next step for the user, shown as a button of the app.
    public struct Action: Sendable, Hashable, Codable {
        /// The stable ID: "try-again", "subscribe", "call", "support-page", "exit", "take-over" or "update".
        public let id: String
        /// The text of the button.
        public let label: String
        /// The URL that the button opens; `nil` if it opens none.
        public let url: String?
        /// The telephone number that the button calls, in the form of RFC 3966, such as "+44-20-7946-0123"; `nil` if it calls none.
        public let tel: String?
        /// Whether the app must delete the stored login and password.
        public let clearsCredentials: Bool

        public init(id: String, label: String, url: String? = nil, tel: String? = nil, clearsCredentials: Bool) {
            self.id = id
            self.label = label
            self.url = url
            self.tel = tel
            self.clearsCredentials = clearsCredentials
        }
    }

    public init(
        _ status: Status, code: Code, _ detail: String, retryAfter: Int? = nil, faults: [Fault] = [],
        title: String? = nil, actions: [Action] = [], versions: Versions? = nil
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfter = retryAfter
        self.faults = faults
        self.title = title
        self.actions = actions
        self.versions = versions
    }
}

extension APIError {
    /// Returns a 422 error for one field whose value is not allowed.
    ///
    /// - Parameters:
    ///   - field: a JSON pointer ("/measure") or a form field's name.
    ///   - reason: the rest of a sentence that begins with the field: "must be a whole number from 1 to 9".
    public static func invalid(_ field: String, _ reason: String) -> APIError {
        invalid([Fault(field: field, reason: reason)])
    }

    /// Returns a 422 error for the fields whose values are not allowed.
    public static func invalid(_ faults: [Fault]) -> APIError {
        let detail = faults.map { "\($0.field.isEmpty ? "the content" : $0.field) \($0.reason)" }
        return APIError(
            .unprocessableContent, code: .invalid, detail.joined(separator: "; "), faults: faults)
    }
}
