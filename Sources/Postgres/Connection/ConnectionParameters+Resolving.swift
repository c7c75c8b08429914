import Dispatch
import Glibc

/// Resolves host names before libpq receives the parameters, since libpq would block the connection's queue (libpq §34.1, `PQconnectStartParams`).
extension ConnectionParameters {
    /// Returns an attempt for each address of each host; empty if the task is cancelled. An attempt with a name that cannot be resolved is unchanged,
    /// so that libpq reports the error.
    func resolved() async -> [Keywords] {
        guard attempts.contains(where: { Self.name(in: $0) != nil }) else { return attempts }
        let found = Promise<[Keywords]>()
        Self.resolver.async { found.finish(.success(attempts.flatMap(Self.addressed))) }
        return (try? await found.valueUnlessCancelled()) ?? []
    }

    /// The queue on which names are resolved, concurrent so that one silent name server does not delay other databases.
    private static let resolver = DispatchQueue(label: "postgres.resolver", attributes: .concurrent)

    /// Returns the host name to resolve; `nil` for a socket directory, an address, or a name with a given address.
    private static func name(in keywords: Keywords) -> String? {
        guard let host = keywords["host"], !host.isEmpty, !host.hasPrefix("/"), !host.hasPrefix("@"),
            keywords["hostaddr"]?.isEmpty ?? true
        else { return nil }
        var bytes = in6_addr()
        guard inet_pton(AF_INET, host, &bytes) != 1, inet_pton(AF_INET6, host, &bytes) != 1 else { return nil }
        return host
    }

    private static func addressed(_ keywords: Keywords) -> [Keywords] {
        guard let name = name(in: keywords) else { return [keywords] }
        let found = addresses(of: name)
        guard !found.isEmpty else { return [keywords] }
        return found.map { keywords.merging(["hostaddr": $0]) { _, new in new } }
    }

    /// Returns the addresses of a host name, or an empty array if it cannot be resolved. Blocks until the resolver answers.
    private static func addresses(of name: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var addresses: [String] = []
        var next = first
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if status == 0, !addresses.contains(address) { addresses.append(address) }
            next = info.ai_next
        }
        return addresses
    }
}
