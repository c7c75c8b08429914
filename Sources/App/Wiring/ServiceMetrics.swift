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
}
