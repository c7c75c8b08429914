/// The limit that an event stream would exceed. `Responder.refusal` supplies the response.
public enum StreamRefusal: Sendable, Hashable, CaseIterable {
    /// The client has `Limits.streamsPerAddress` open streams, so the status is 429 (RFC 6585 §4).
    case address
    /// The realm has `Response.realmStreams`, by default `Limits.streamsPerRealm`, open streams, so the status is 503 (RFC 9110 §15.6.4).
    case realm

    public var status: Status { self == .address ? .tooManyRequests : .serviceUnavailable }

    /// The value of `Retry-After`, in seconds (RFC 9110 §10.2.3). Streams end rarely, and a retry costs little.
    public var retryAfter: Int { 10 }
}
