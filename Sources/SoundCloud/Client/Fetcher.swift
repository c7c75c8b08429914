/// An HTTP request to another server, such as SoundCloud.
public struct UpstreamRequest: Sendable {
    public var method: String
    /// The absolute address. Callers build the address from the configured addresses or check it against `MediaHosts` (spec Decided 16).
    public var address: String
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]?

    public init(
        _ method: String, _ address: String, fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
    ) {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
    }
}

/// A complete HTTP response.
public struct UpstreamResponse: Sendable {
    public let status: Int
    /// The header fields, with names in lower case.
    public let fields: [String: String]
    public let body: [UInt8]

    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// A reason why a request has no complete response.
public enum FetchFailure: Error, Sendable, Hashable {
    case timeout
    /// The response exceeds the length limit.
    case tooLong
    /// The connection failed or ended before the response was complete. The text is for developers, such as an error code.
    case broken(String)
    /// The address is not a valid URL.
    case badAddress

    var reason: String {
        switch self {
        case .timeout: "SoundCloud did not answer in time"
        case .tooLong: "SoundCloud's response is too long"
        case .broken: "the connection to SoundCloud failed"
        case .badAddress: "the address configured for SoundCloud is not a valid URL"
        }
    }
}

/// A client for single HTTP requests. Implementations do not follow redirects, do not cache, and limit the length and the duration of a response.
/// `fetch` throws `FetchFailure` or `CancellationError`, and returns a response of any status.
public protocol Fetcher: Sendable {
    func fetch(_ request: UpstreamRequest) async throws -> UpstreamResponse
}
