import HTTP

/// The proxies that are trusted to name the client address, the scheme and, if configured, the host (spec O2.7, S1.15, spec Decided 20).
public struct TrustedProxies: Sendable, Hashable {
    /// The field in which a proxy sends the host that the client requested.
    ///
    /// Most proxies forward the client's own `X-Forwarded-Host` and `Forwarded` unless configured to set them, so by default only `Host` counts.
    public enum HostField: String, Sendable, Hashable, CaseIterable {
        case off
        case xForwardedHost = "x-forwarded-host"
        /// The field `Forwarded` (RFC 7239).
        case forwarded
    }

    /// The result of reading a request's forwarded fields.
    struct Outcome {
        /// Whether the client uses TLS.
        var isSecure = false
        /// The request fields on which the response may depend.
        var fields: [String] = []
        /// The error if the field that `hostField` selects has several hosts, an invalid host or a malformed value; `nil` otherwise.
        var refusal: APIError?
    }

    private let ranges: [AddressRange]
    private let hostField: HostField

    /// Reads the proxies from the settings. Returns `nil` if a range is invalid.
    ///
    /// - Parameters:
    ///   - ranges: addresses and ranges such as "10.0.0.0/8" and "::1", from TUTTI_TRUSTED_PROXIES.
    ///   - hostField: the value of TUTTI_FORWARDED_HOST.
    public init?(_ ranges: [String], hostField: HostField = .off) {
        let parsed = ranges.map(AddressRange.init)
        guard parsed.allSatisfy({ $0 != nil }) else { return nil }
        self.ranges = parsed.compactMap { $0 }
        self.hostField = hostField
    }

    /// No trusted proxies.
    public static let none = TrustedProxies(ranges: [])

    private init(ranges: [AddressRange]) {
        self.ranges = ranges
        hostField = .off
    }

    /// Whether a forwarded field may name the host that the client requested.
    var mayNameHost: Bool { hostField != .off && !ranges.isEmpty }

    /// Sets the peer and the authority of a request from the fields of a trusted proxy. A request from any other peer is not changed.
    ///
    /// The address and the scheme come from a well-formed `Forwarded` if `hostField` selects it or the request has neither `X-Forwarded-For` nor
    /// `X-Forwarded-Proto`; otherwise they come from those two. They never come from both, because the client may have sent the other field.
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
            // This element comes from the outermost trusted proxy. The client may have forged the elements before it.
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

    /// Returns the host from the field that `hostField` selects, or `nil` if there is none. Throws 400 if the host is invalid or the field is
    /// malformed, and for several hosts, because the server cannot determine which of them the proxy wrote.
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
                    throw Self.refused("the Forwarded header does not follow RFC 7239; check the settings of the proxy")
                }
                return nil
            }
            hosts = forwarded.elements.compactMap { $0["host"] }
        }
        guard hosts.count <= 1 else {
            throw Self.refused(
                "the \(hostField.rawValue) header contains \(hosts.count) hosts; the proxy must send exactly one host")
        }
        guard let host = hosts.first else { return nil }
        guard Request.isAuthority(host) else {
            throw Self.refused(
                "the \(hostField.rawValue) header must contain a valid host name or IP address, found \"\(host.prefix(100))\"; "
                    + "check the settings of the proxy")
        }
        return host
    }

    private static func refused(_ detail: String) -> APIError {
        APIError(.badRequest, code: .badRequest, detail)
    }

    /// Returns the last address that is not a trusted proxy's; `nil` if there is none or it is not a valid address. The client may have forged all
    /// earlier entries.
    private func client(_ lines: [String]) -> String? {
        let hops = lines.flatMap { $0.split(separator: ",") }.map { String(ASCII.trimmed($0)) }
        return hops.last { !isTrusted($0) }.flatMap { Address($0) == nil ? nil : $0 }
    }

    private func isTrusted(_ address: String) -> Bool {
        guard !ranges.isEmpty, let address = IPAddress(address) else { return false }
        return isTrusted(address)
    }

    private func isTrusted(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Returns the client address for the log by the rule of `apply`, except that only the last line of each field is read.
    func client(of exchange: borrowing Exchange) -> IPAddress {
        guard !ranges.isEmpty, isTrusted(exchange.peer) else { return exchange.peer }
        let isOld = hostField != .forwarded && exchange.hasXForwarded
        guard !isOld, !exchange.forwarded.isEmpty,
            let forwarded = ForwardedField([String(decoding: exchange.forwarded, as: UTF8.self)])
        else { return client(exchange.forwardedFor) ?? exchange.peer }
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
