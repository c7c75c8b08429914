import CLibpq

/// The libpq parameters of a connection, one set for each host of a multi-host string.
///
/// libpq's non-blocking handshake has no time limit and does not continue with the next host (libpq §34.1, `PQconnectPoll`). So the hosts are tried
/// one by one, each with a time limit. `prefer-standby` becomes a round for standbys and then a round for any host (spec O3.5).
struct ConnectionParameters: Sendable {
    typealias Keywords = [String: String]

    /// The parameter sets in the order of the attempts; never empty.
    let attempts: [Keywords]
    /// The time limit of an attempt: the `connect_timeout` of the connection string, at least one second; two by default.
    let connectTimeout: Duration
    /// The shared states of the hosts; `nil` for a single connection.
    let servers: ServerWatch?

    /// Creates parameters with a single attempt, without shared states of hosts.
    init(single keywords: Keywords, connectTimeout: Duration) {
        attempts = [keywords]
        self.connectTimeout = connectTimeout
        servers = nil
    }

    /// Creates the parameters for each host of a connection string. Throws `unavailable` if libpq cannot parse the string; the reason does not quote
    /// the string, which may contain a password.
    ///
    /// - Parameters:
    ///   - options: additional start-up options, such as `-c role=app_rt`; `nil` for none.
    ///   - setsSession: whether to request UTC and ISO dates at the start. A pooler refuses unknown start-up options.
    init(
        conninfo: String, options: String? = nil, setsSession: Bool = true, servers: ServerWatch? = nil
    ) throws(PostgresError) {
        guard var keywords = Self.parse(conninfo) else {
            throw .unavailable(
                reason: "the database URL cannot be parsed: write a URI such as postgresql://host/database, "
                    + "or keywords such as host=…, and check the names of the parameters")
        }
        // Limits on silence (spec O3.3): while connecting, while idle, and for unacknowledged bytes.
        let limits = [
            "connect_timeout": "2", "keepalives": "1", "keepalives_idle": "10", "keepalives_interval": "3",
            "keepalives_count": "3", "tcp_user_timeout": "3000",
        ]
        keywords.merge(limits) { given, _ in given }
        keywords["client_encoding"] = "UTF8"
        let session = setsSession ? "-c timezone=UTC -c datestyle=ISO" : nil
        let joined = [keywords["options"], options, session].compactMap(\.self).filter { !$0.isEmpty }
        keywords["options"] = joined.isEmpty ? nil : joined.joined(separator: " ")
        connectTimeout = .seconds(max(1, keywords["connect_timeout"].flatMap { Int($0) } ?? 2))
        attempts = Self.attempts(keywords)
        self.servers = servers
    }

    static func parse(_ conninfo: String) -> Keywords? {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(conninfo, &message) else {
            PQfreemem(message)
            return nil
        }
        defer { PQconninfoFree(options) }
        var keywords: Keywords = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { keywords[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return keywords
    }

    private static func attempts(_ keywords: Keywords) -> [Keywords] {
        let hosts = single(keywords)
        guard keywords["target_session_attrs"] == "prefer-standby", hosts.count > 1 else { return hosts }
        return ["standby", "any"].flatMap { wanted in
            hosts.map { $0.merging(["target_session_attrs": wanted]) { _, new in new } }
        }
    }

    /// Splits the parameters into one set per host. Lists of different lengths are not split, so that libpq reports the error.
    private static func single(_ keywords: Keywords) -> [Keywords] {
        func list(_ keyword: String) -> [Substring]? {
            keywords[keyword]?.split(separator: ",", omittingEmptySubsequences: false)
        }
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = addresses?.count ?? hosts?.count ?? 1
        guard count > 1, (hosts ?? addresses)?.count == count,
            ports == nil || ports?.count == 1 || ports?.count == count
        else { return [keywords] }
        return (0..<count).map { index in
            var one = keywords
            one["host"] = hosts.map { String($0[index]) }
            one["hostaddr"] = addresses.map { String($0[index]) }
            one["port"] = ports.map { String($0.count == 1 ? $0[0] : $0[index]) }
            return one
        }
    }
}
