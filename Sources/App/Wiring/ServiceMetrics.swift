import HTTP
import Observability
import Postgres

/// The figures of the service that are read when somebody asks for them (spec O section 4, "Metrics").
enum ServiceMetrics {
    static func register(in registry: MetricsRegistry, database: Database) {
        let states: [(String, @Sendable (PoolFacts) -> Int)] = [
            ("pipeline_open", { $0.pipelinesOpen }),
            ("pipeline_down", { $0.pipelinesDown }),
            ("idle", { $0.exclusiveIdle }),
            ("busy", { $0.exclusiveBusy }),
            ("opening", { $0.exclusiveOpening }),
        ]
        for (state, count) in states {
            registry.gauge(
                "tutti_db_pool_connections", "Database connections by state.", labels: ["state": state]
            ) { Double(count(database.facts)) }
        }
        registry.gauge("tutti_db_pool_waiting", "Requests waiting for the database.") {
            let facts = database.facts
            return Double(facts.pipelineWaiting + facts.exclusiveWaiting)
        }
        registry.gauge("tutti_db_pool_wait_seconds", "Time spent waiting for a connection so far.") {
            database.facts.waitSeconds
        }
    }

    /// What the public server holds and what it turned away.
    static func register(in registry: MetricsRegistry, server: Server) {
        registry.gauge("tutti_http_connections", "Connections open.") { Double(server.facts.connections) }
        let refused: [(String, @Sendable (ServerFacts) -> Int)] = [
            ("total", { $0.connectionsRefusedByTotal }), ("address", { $0.connectionsRefusedByAddress }),
        ]
        for (reason, count) in refused {
            registry.counter(
                "tutti_http_connections_refused_total", "Connections closed at accept, by the cap they were over.",
                labels: ["reason": reason]
            ) { UInt64(max(0, count(server.facts))) }
        }
        registry.counter(
            "tutti_http_accept_pauses_total", "Times that accepting waited for descriptors or memory."
        ) { UInt64(max(0, server.facts.acceptPauses)) }
        registry.gauge("tutti_http_event_streams", "Event streams open.") { Double(server.facts.streams) }
        for (reason, refusal) in [("tenant", StreamRefusal.realm), ("address", .address)] {
            registry.counter(
                "tutti_http_event_streams_refused_total", "Event streams refused, by the cap they were over.",
                labels: ["reason": reason]
            ) { server.facts.streamsRefused[refusal] ?? 0 }
        }
    }
}
