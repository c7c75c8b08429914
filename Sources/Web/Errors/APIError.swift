import HTTP

/// The only error a client reads: a status, a stable code, a plain sentence (RFC 9457).
public struct APIError: Error, Sendable, Hashable {
    public let status: Status
    /// Stable, kebab-case: the last part of the problem's `type`, "no-such-show".
    public let code: String
    /// One plain sentence that says what is wrong and, where there is one, the fix.
    public let detail: String
    /// In seconds, for 429 and 503.
    public let retryAfter: Int?
    /// What is wrong with which field, for a form or a JSON body.
    public let faults: [Fault]
    /// What the problem is called, where its status' own words do not say it.
    public let title: String?
    /// What the person in front of the app may do next, in the order to offer it (spec R4).
    public let actions: [Action]

    /// What is wrong with one member of a JSON body, one field of a form or one parameter.
    public struct Fault: Sendable, Hashable, Codable {
        /// A JSON pointer or a form field's name.
        public let field: String
        /// The rest of a sentence that begins with the field, in problem details and on pages alike.
        public let reason: String

        public init(field: String, reason: String) {
            self.field = field
            self.reason = reason
        }
    }

    /// One way on: a button of the app.
    public struct Action: Sendable, Hashable, Codable {
        /// Stable: "try-again", "subscribe", "call", "support-page".
        public let id: String
        /// What the button says.
        public let label: String
        /// Where it leads.
        public let url: String?
        /// Whom it calls, as RFC 3966 writes a number: "+44-20-7946-0123".
        public let tel: String?
        /// Whether the app forgets the login and password it kept.
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
        _ status: Status, code: String, _ detail: String, retryAfter: Int? = nil, faults: [Fault] = [],
        title: String? = nil, actions: [Action] = []
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfter = retryAfter
        self.faults = faults
        self.title = title
        self.actions = actions
    }
}

extension APIError {
    /// 422: the content is well-formed and one field of it cannot be.
    ///
    /// - Parameters:
    ///   - field: a JSON pointer ("/measure") or a form field's name.
    ///   - reason: what it must be, as the rest of a sentence: "must be a whole number from 1 to 9".
    public static func invalid(_ field: String, _ reason: String) -> APIError {
        invalid([Fault(field: field, reason: reason)])
    }

    /// 422: the content is well-formed and these fields of it cannot be.
    public static func invalid(_ faults: [Fault]) -> APIError {
        let detail = faults.map { "\($0.field.isEmpty ? "the content" : $0.field) \($0.reason)" }
        return APIError(
            .unprocessableContent, code: "invalid", detail.joined(separator: "; "), faults: faults)
    }
}
