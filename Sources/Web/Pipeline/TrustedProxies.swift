import HTTP

/// The proxies whose word on client and scheme is taken, and on the host where a setting says so (spec O2.7, S1.15,
/// spec Decided 20). From every other peer `X-Forwarded-…` and `Forwarded` mean nothing.
public struct TrustedProxies: Sendable, Hashable {
    /// The field in which a proxy names the host that its client asked for.
    ///
    /// Most proxies pass a client's own `X-Forwarded-Host` and `Forwarded` on and set only what they are told to, so `Host` alone
    /// counts unless the installation says otherwise.
    public enum HostField: String, Sendable, Hashable, CaseIterable {
        case off
        case xForwardedHost = "x-forwarded-host"
        /// RFC 7239.
        case forwarded
    }

    /// What came of a request's forwarded fields.
    struct Outcome {
        /// Whether the client came by TLS.
        var isSecure = false
        /// The fields that an answer to this peer may depend on.
        var fields: [String] = []
        /// Why the request cannot be answered.
        var refusal: APIError?
    }

    private let ranges: [AddressRange]
    private let hostField: HostField

    /// - Parameters:
    ///   - ranges: "10.0.0.0/8", "::1", as TUTTI_TRUSTED_PROXIES lists them. `nil` when one is neither an address nor a range.
    ///   - hostField: as TUTTI_FORWARDED_HOST says.
    public init?(_ ranges: [String], hostField: HostField = .off) {
        let parsed = ranges.map(AddressRange.init)
        guard parsed.allSatisfy({ $0 != nil }) else { return nil }
        self.ranges = parsed.compactMap { $0 }
        self.hostField = hostField
    }

    /// No proxy at all.
    public static let none = TrustedProxies(ranges: [])

    private init(ranges: [AddressRange]) {
        self.ranges = ranges
        hostField = .off
    }

    /// Whether another field than Host may name the host.
    var mayNameHost: Bool { hostField != .off && !ranges.isEmpty }

    /// Rewrites peer and authority by the word of a trusted proxy.
    ///
    /// Of the two families, `X-Forwarded-…` and `Forwarded`, one counts for a request: the client may have sent the other.
    func apply(to request: inout Request) -> Outcome {
        guard isTrusted(request.peer) else { return Outcome() }
        var outcome = Outcome(fields: ["X-Forwarded-Proto", "Forwarded"])
        if hostField == .xForwardedHost { outcome.fields.append("X-Forwarded-Host") }
        do {
            if let host = try host(in: request.fields) { request.authority = host }
        } catch {
            outcome.refusal = error
        }
        let (addresses, protocols) = (
            request.fields.values(of: "X-Forwarded-For"), request.fields.values(of: "X-Forwarded-Proto")
        )
        let isOld = hostField != .forwarded && !(addresses.isEmpty && protocols.isEmpty)
        if !isOld, let forwarded = ForwardedField(request.fields.values(of: "Forwarded")) {
            // The word of the outermost trusted proxy: what stands before it the client may have made up.
            let word = forwarded.elements.last { element in
                !(element["for"].flatMap(ForwardedField.address).map(isTrusted) ?? false)
            }
            outcome.isSecure = word?["proto"].map(ASCII.lowered) == "https"
            if let client = word?["for"].flatMap(ForwardedField.address), Address(client) != nil {
                request.peer = client
            }
            return outcome
        }
        let scheme = protocols.flatMap { $0.split(separator: ",") }.last
        outcome.isSecure = scheme.map { ASCII.lowered(String(ASCII.trimmed($0))) } == "https"
        if let client = client(addresses) { request.peer = client }
        return outcome
    }

    /// The host that a proxy names. Several values, or one that is no host, are refused: which of them the proxy wrote is unknown.
    private func host(in fields: Fields) throws(APIError) -> String? {
        var hosts: [String]
        switch hostField {
        case .off: return nil
        case .xForwardedHost:
            hosts = fields.values(of: "X-Forwarded-Host").flatMap { line in
                line.split(separator: ",", omittingEmptySubsequences: false).map { String(ASCII.trimmed($0)) }
            }
        case .forwarded:
            let lines = fields.values(of: "Forwarded")
            guard let forwarded = ForwardedField(lines) else {
                guard lines.isEmpty else {
                    throw Self.refused("the Forwarded field does not follow RFC 7239; correct the proxy's settings")
                }
                return nil
            }
            hosts = forwarded.elements.compactMap { $0["host"] }
        }
        guard hosts.count <= 1 else {
            throw Self.refused("\(hostField.rawValue) names \(hosts.count) hosts; the proxy must send only one")
        }
        guard let host = hosts.first else { return nil }
        guard Request.isAuthority(host) else { throw Self.refused("\(hostField.rawValue) has no valid host name") }
        return host
    }

    private static func refused(_ detail: String) -> APIError {
        APIError(.badRequest, code: "bad-request", detail)
    }

    /// The last address that no trusted proxy has: what stands before it the client may have made up.
    private func client(_ lines: [String]) -> String? {
        let hops = lines.flatMap { $0.split(separator: ",") }.map { String(ASCII.trimmed($0)) }
        return hops.last { !isTrusted($0) }.flatMap { Address($0) == nil ? nil : $0 }
    }

    private func isTrusted(_ address: String) -> Bool {
        guard !ranges.isEmpty, let address = IPAddress(address) else { return false }
        return isTrusted(address)
    }

    private func isTrusted(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client as `apply` finds it, from the fields in place: for the log of what was answered from memory.
    func client(of exchange: borrowing Exchange) -> IPAddress {
        guard !ranges.isEmpty, isTrusted(exchange.peer) else { return exchange.peer }
        let isOld = hostField != .forwarded || exchange.forwarded.isEmpty
        if isOld, !exchange.forwardedFor.isEmpty { return client(exchange.forwardedFor) ?? exchange.peer }
        guard !exchange.forwarded.isEmpty,
            let forwarded = ForwardedField([String(decoding: exchange.forwarded, as: UTF8.self)])
        else { return exchange.peer }
        let addresses = forwarded.elements.map { $0["for"].flatMap(ForwardedField.address).flatMap { IPAddress($0) } }
        return addresses.last { $0.map { !isTrusted($0) } ?? true }?.flatMap { $0 } ?? exchange.peer
    }

    private func client(_ list: UnsafeBufferPointer<UInt8>) -> IPAddress? {
        var end = list.count
        while end > 0 {
            var start = end
            while start > 0, list[start - 1] != UInt8(ascii: ",") { start -= 1 }
            var (first, last) = (start, end)
            while first < last, list[first] == 0x20 || list[first] == 0x09 { first += 1 }
            while last > first, list[last - 1] == 0x20 || list[last - 1] == 0x09 { last -= 1 }
            guard let address = IPAddress(UnsafeBufferPointer(rebasing: list[first..<last])) else { return nil }
            if !isTrusted(address) { return address }
            end = start - 1
        }
        return nil
    }
}
