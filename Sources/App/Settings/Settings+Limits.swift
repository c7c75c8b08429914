import HTTP

extension Settings {
    /// Reads the limits of the server. Some of the defaults follow the configured number of connections.
    ///
    /// The timeouts for header fields and content are 18 s at most, so that slow clients are disconnected within 20 s (spec Decided 8) despite the
    /// kernel's deferred accept and the coarse timer of the event loops.
    static func limits(_ environment: inout Environment) -> Limits {
        var limits = Limits()
        let caps = 1...1_000_000
        limits.connections = environment.integer("TUTTI_MAX_CONNECTIONS", in: 16...1_000_000) ?? limits.connections
        limits.connectionsPerAddress =
            environment.integer("TUTTI_MAX_CONNECTIONS_PER_ADDRESS", in: caps) ?? limits.connections
        // A fifth of the connections is left for other requests.
        let streams = limits.connections / 5 * 4
        limits.streamsPerRealm = environment.integer("TUTTI_MAX_STREAMS_PER_TENANT", in: caps) ?? streams
        limits.streamsPerAddress = environment.integer("TUTTI_MAX_STREAMS_PER_ADDRESS", in: caps) ?? streams
        func seconds(_ name: String, upTo most: Int, _ standard: Double) -> Double {
            environment.integer(name, in: 1...most).map(Double.init) ?? standard
        }
        limits.headTimeout = seconds("TUTTI_HEADER_TIMEOUT", upTo: 18, limits.headTimeout)
        limits.bodyStall = seconds("TUTTI_BODY_TIMEOUT", upTo: 18, limits.bodyStall)
        limits.bodyGrace = min(limits.bodyGrace, limits.bodyStall)
        limits.idleTimeout = seconds("TUTTI_IDLE_TIMEOUT", upTo: 600, limits.idleTimeout)
        limits.writeTimeout = seconds("TUTTI_WRITE_TIMEOUT", upTo: 120, limits.writeTimeout)
        return limits
    }
}

extension Limits {
    /// Returns the settings that differ from those in `old`, with their new values, such as "TUTTI_MAX_CONNECTIONS=100".
    func changes(from old: Limits) -> [String] {
        zip(old.named, named).compactMap { was, new in was.value == new.value ? nil : "\(new.name)=\(new.value)" }
    }

    private var named: [(name: String, value: Int)] {
        [
            ("TUTTI_MAX_CONNECTIONS", connections),
            ("TUTTI_MAX_CONNECTIONS_PER_ADDRESS", connectionsPerAddress),
            ("TUTTI_MAX_STREAMS_PER_TENANT", streamsPerRealm),
            ("TUTTI_MAX_STREAMS_PER_ADDRESS", streamsPerAddress),
            ("TUTTI_HEADER_TIMEOUT", Int(headTimeout)),
            ("TUTTI_BODY_TIMEOUT", Int(bodyStall)),
            ("TUTTI_IDLE_TIMEOUT", Int(idleTimeout)),
            ("TUTTI_WRITE_TIMEOUT", Int(writeTimeout)),
        ]
    }
}
