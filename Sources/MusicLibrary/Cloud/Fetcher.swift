/// One request to the upstream.
public struct UpstreamRequest: Sendable {
    public var method: String
    /// Absolute; made from the configured addresses only (spec Decided 16).
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

/// A whole answer of the upstream.
public struct UpstreamResponse: Sendable {
    public let status: Int
    /// By names in lower case.
    public let fields: [String: String]
    public let body: [UInt8]

    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// Why there is no whole answer.
public enum FetchFailure: Error, Sendable, Hashable {
    case timeout
    /// The answer is longer than anybody may send us.
    case tooLong
    /// No connection, a broken one, an answer that ended early.
    case broken(String)
    /// The address is none.
    case badAddress

    var reason: String {
        switch self {
        case .timeout: "SoundCloud did not answer in time"
        case .tooLong: "SoundCloud's answer is too long"
        case .broken: "the connection to SoundCloud failed"
        case .badAddress: "the address configured for SoundCloud is not a valid URL"
        }
    }
}

/// Fetches one thing by HTTP: no redirect is followed, nothing is kept, and what is too long or too slow is given up.
public protocol Fetcher: Sendable {
    func fetch(_ request: UpstreamRequest) async throws -> UpstreamResponse
}
