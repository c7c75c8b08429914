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

    public struct Fault: Sendable, Hashable, Codable {
        /// A JSON pointer or a form field's name.
        public let field: String
        public let reason: String

        public init(field: String, reason: String) {
            self.field = field
            self.reason = reason
        }
    }

    public init(
        _ status: Status, code: String, _ detail: String, retryAfter: Int? = nil, faults: [Fault] = []
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfter = retryAfter
        self.faults = faults
    }
}
