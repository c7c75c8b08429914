#if canImport(Glibc)
    import Glibc
#endif

/// The web origins whose pages may call a tenant's API and read the responses (Fetch standard, "CORS protocol").
public struct AllowedOrigins: Sendable, Hashable {
    /// The origins as browsers write them in `Origin` (RFC 6454 §6.2), sorted and unique; only "*" if all origins are allowed.
    public let list: [String]

    /// An empty list: no pages of other origins may call the API.
    public static let none = AllowedOrigins(unchecked: [])
    /// The largest number of entries in a list.
    public static let countLimit = 32
    /// The rule for an entry, as the rest of a sentence that begins with the field's name.
    public static let rule =
        "must be an origin: scheme, host and optionally a port, without a path, such as https://app.example:8443"

    /// A fault in a list of origins.
    public struct Fault: Error, Sendable, Hashable {
        /// The index of the entry, from 0; `nil` for a fault of the whole list.
        public let index: Int?
        /// The rule and the found value, as the rest of a sentence that begins with the field's name.
        public let reason: String
    }

    /// Reads entries as people write them: in upper or lower case, with or without a default port and a final slash. Throws the faults of all invalid
    /// entries, and a fault for more than `countLimit` entries.
    public init(_ entries: [String]) throws(Faults) {
        var faults: [Fault] = []
        var origins: Set<String> = []
        for (index, entry) in entries.enumerated() {
            if entry == "*" {
                guard entries.count == 1 else {
                    faults.append(
                        Fault(index: index, reason: "must be the only entry, since \"*\" allows every origin"))
                    continue
                }
                origins.insert(entry)
                continue
            }
            do throws(Fault) {
                origins.insert(try Self.normalised(entry, at: index))
            } catch {
                faults.append(error)
            }
        }
        if entries.count > Self.countLimit {
            faults.append(
                Fault(index: nil, reason: "must have at most \(Self.countLimit) entries, found \(entries.count)"))
        }
        guard faults.isEmpty else { throw Faults(all: faults) }
        list = origins.sorted()
    }

    /// The error for an invalid list, with all its faults.
    public struct Faults: Error, Sendable, Hashable {
        public let all: [Fault]
    }

    /// Reads a list from the database. The list was checked before it was stored.
    init(stored: String) { self.init(unchecked: stored.split(separator: " ").map(String.init)) }

    private init(unchecked list: [String]) { self.list = list }

    public var isEmpty: Bool { list.isEmpty }

    /// Returns whether pages of this origin, the value of a request's `Origin`, may call the API. Only "*" allows "null", which sandboxed pages and
    /// local files send.
    public func contains(_ origin: String) -> Bool { list == ["*"] || list.contains(origin) }

    // MARK: One entry

    private static func normalised(_ entry: String, at index: Int) throws(Fault) -> String {
        func refused(_ reason: String) -> Fault { Fault(index: index, reason: reason) }
        let general = refused("\(rule), found \"\(shown(entry))\"")
        guard entry.utf8.count <= 300 else { throw refused("must have at most 300 bytes, found \(entry.utf8.count)") }
        guard let separator = entry.firstRange(of: "://") else { throw general }
        let scheme = entry[..<separator.lowerBound].lowercased()
        var authority = entry[separator.upperBound...]
        if authority.last == "/" { authority.removeLast() }
        guard scheme == "https" || scheme == "http" else { throw general }
        if authority.contains("*") {
            throw refused("must name a host in full, or be \"*\" alone for every origin, found \"\(shown(entry))\"")
        }
        guard let host = Authority.normalised(String(authority)).flatMap(canonicalHost) else {
            if authority.utf8.contains(where: { $0 >= 0x80 }) {
                throw refused(
                    "must have the ASCII form of an international host name (xn--…), found \"\(shown(entry))\"")
            }
            throw general
        }
        let origin = "\(scheme)://\(host)"
        guard scheme == "https" || isLoopback(host) else {
            throw refused(
                "must begin with https:// unless its host is localhost or a loopback address, found \"\(shown(entry))\""
            )
        }
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[end...].lastIndex(of: ":") else { return origin }
        guard let port = Int(authority[authority.index(after: colon)...]), port > 0 else { throw general }
        return port == (scheme == "https" ? 443 : 80) ? origin : "\(origin):\(port)"
    }

    /// Returns the host as browsers write it (URL standard, "host serializing"), or `nil` if it is invalid.
    private static func canonicalHost(_ host: String) -> String? {
        guard !host.isEmpty else { return nil }
        if host.contains(":") {
            var address = in6_addr()
            guard inet_pton(AF_INET6, host, &address) == 1 else { return nil }
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard inet_ntop(AF_INET6, &address, &text, socklen_t(INET6_ADDRSTRLEN)) != nil else { return nil }
            let written = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // inet_ntop(3) writes these addresses with a dotted IPv4 part, but browsers write hexadecimal groups. Pages are not served at such
            // addresses.
            return written.contains(".") ? nil : "[\(written)]"
        }
        // Browsers treat a host whose last label is a number as an IPv4 address, and write only its full form.
        let last = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard last.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) || last.hasPrefix("0x") else {
            return host.split(separator: ".", omittingEmptySubsequences: false).contains("") ? nil : host
        }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 ? host : nil
    }

    /// Returns whether the host is a loopback name or address (W3C Secure Contexts §3.1, "potentially trustworthy").
    private static func isLoopback(_ host: String) -> Bool {
        var address = in_addr()
        if inet_pton(AF_INET, host, &address) == 1 { return host.hasPrefix("127.") }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
    }

    private static func shown(_ entry: String) -> String {
        String(
            String.UnicodeScalarView(
                entry.unicodeScalars.prefix(100).filter { $0.properties.generalCategory != .control }))
    }
}
