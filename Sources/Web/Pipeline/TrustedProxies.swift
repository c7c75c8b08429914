import HTTP

/// The proxies whose word on client, scheme and host is taken (spec O section 2; S1, "Proxy headers").
/// From every other peer `X-Forwarded-…` means nothing.
public struct TrustedProxies: Sendable, Hashable {
    private let ranges: [AddressRange]

    /// - Parameter ranges: "10.0.0.0/8", "::1", as TUTTI_TRUSTED_PROXIES lists them. `nil` when one is neither an
    ///   address nor a range.
    public init?(_ ranges: [String]) {
        let parsed = ranges.map(AddressRange.init)
        guard parsed.allSatisfy({ $0 != nil }) else { return nil }
        self.ranges = parsed.compactMap { $0 }
    }

    /// No proxy at all.
    public static let none = TrustedProxies(ranges: [])

    private init(ranges: [AddressRange]) { self.ranges = ranges }

    /// Rewrites peer and authority by the word of a trusted proxy.
    ///
    /// - Returns: whether the client came by TLS.
    func apply(to request: inout Request) -> Bool {
        guard isTrusted(request.peer) else { return false }
        let isSecure = request.fields["X-Forwarded-Proto"].map(ASCII.lowered) == "https"
        if let host = request.fields["X-Forwarded-Host"] { request.authority = host }
        if let client = client(request.fields.values(of: "X-Forwarded-For")) { request.peer = client }
        return isSecure
    }

    /// The last address that no trusted proxy has: what stands before it the client may have made up.
    private func client(_ lines: [String]) -> String? {
        let hops = lines.flatMap { $0.split(separator: ",") }.map { String(ASCII.trimmed($0)) }
        return hops.last { !isTrusted($0) }.flatMap { Address($0) == nil ? nil : $0 }
    }

    private func isTrusted(_ address: String) -> Bool {
        guard !ranges.isEmpty, let address = Address(address) else { return false }
        return ranges.contains { $0.contains(address) }
    }
}
