/// Why an event stream may not open. The answer is the responder's (`Responder.refusal`).
public enum StreamRefusal: Sendable, Hashable, CaseIterable {
    /// The client's address has `Limits.streamsPerAddress` open: its own excess, 429 (RFC 6585 §4).
    case address
    /// The realm has `Limits.streamsPerRealm` open: no fault of this client, 503 (RFC 9110 §15.6.4).
    case realm

    public var status: Status { self == .address ? .tooManyRequests : .serviceUnavailable }

    /// In seconds, for `Retry-After` (RFC 9110 §10.2.3): streams end rarely, and who asks again costs little.
    public var retryAfter: Int { 10 }
}
