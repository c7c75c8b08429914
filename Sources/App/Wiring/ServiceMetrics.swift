import ConcertReading
import HTTP
import INotes
import Migrations
import MusicLibrary
import Observability
import Postgres
import Radio
import RadioExports
import Tenancy

/// The metrics of the service that are read at each scrape (spec O4.4).
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
        registry.gauge(
            "tutti_db_pool_waiting", "Requests waiting for a database connection or for the commit of other requests."
        ) {
            let facts = database.facts
            return Double(facts.pipelineWaiting + facts.groupWaiting + facts.exclusiveWaiting)
        }
        registry.histogram(
            "tutti_db_pool_wait_seconds", "Seconds that requests waited for a database connection.",
            bounds: WaitTimes.bounds
        ) {
            let waits = database.facts.waitTimes
            return HistogramReading(cumulativeCounts: waits.cumulativeCounts, sum: waits.sum)
        }
    }

    /// Registers the metrics of the process, the program, the readiness, the schema and the log; without `log`, no dropped lines are counted.
    static func register(in registry: MetricsRegistry, readiness: Readiness, log: LogOutput?) {
        registry.registerProcess()
        registry.gauge(
            "tutti_build_info", "Always 1; the labels give the version of the program and its last migration.",
            labels: ["version": ProgramVersion.current, "migration": Migrations.files.map(\.name).max() ?? ""]
        ) { 1 }
        registry.gauge("tutti_ready", "Whether the server is ready (1) or not (0).") {
            readiness.reasons().isEmpty ? 1 : 0
        }
        let states: [(String, @Sendable (SchemaState) -> Int)] = [
            ("applied", { $0.applied }), ("missing", { $0.missing.count }), ("changed", { $0.changed.count }),
            ("newer", { $0.newer.count }),
        ]
        for (state, count) in states {
            registry.gauge(
                "tutti_schema_migrations", "Migrations by their state in the database, compared with this program.",
                labels: ["state": state]
            ) { Double(readiness.schema.map(count) ?? 0) }
        }
        registry.counter(
            "tutti_log_lines_dropped_total", "Log lines dropped because the output was too slow or the line too long."
        ) {
            log?.dropped ?? 0
        }
    }

    /// The caches whose metrics are registered.
    struct Caches {
        let directory: TenantDirectory
        let phones: INotesLibrary
        let reading: ReadingLibrary
        let exports: ExportCache
        let listings: FinderCache
        let filing: FilingResources
    }

    static func register(in registry: MetricsRegistry, caches: Caches) {
        registry.registerCache("tenants") { [directory = caches.directory] in
            let facts = directory.facts
            var reading = CacheReading()
            (reading.hits, reading.misses, reading.builds) = (facts.hits, facts.misses, facts.questions)
            reading.entries = facts.hosts
            return reading
        }
        registry.registerCache("phone_answers", hasBytes: true) { [phones = caches.phones] in phones.answers }
        registry.registerCache("phone_documents", hasBytes: true) { [phones = caches.phones] in phones.documents }
        registry.registerCache("phone_files", hasBytes: true) { [phones = caches.phones] in phones.files }
        registry.registerCache("concert_documents", hasBytes: true) { [reading = caches.reading] in reading.documents }
        registry.registerCache("exports", hasBytes: true) { [exports = caches.exports] in exports.reading }
        registry.registerCache("finder") { [listings = caches.listings] in listings.reading }
        registry.registerCache("filed_libraries") { [filing = caches.filing] in filing.reading }
    }

    /// Registers the metrics of the public server.
    static func register(in registry: MetricsRegistry, server: Server) {
        registry.gauge("tutti_http_connections", "Open connections.") { Double(server.facts.connections) }
        let refused: [(String, @Sendable (ServerFacts) -> Int)] = [
            ("total", { $0.connectionsRefusedByTotal }), ("address", { $0.connectionsRefusedByAddress }),
        ]
        for (reason, count) in refused {
            registry.counter(
                "tutti_http_connections_refused_total", "Connections refused, by the limit that was reached.",
                labels: ["reason": reason]
            ) { UInt64(max(0, count(server.facts))) }
        }
        registry.counter(
            "tutti_http_accept_pauses_total",
            "Number of times that the server stopped accepting connections for lack of file descriptors or memory."
        ) { UInt64(max(0, server.facts.acceptPauses)) }
        registry.gauge("tutti_http_event_streams", "Open event streams.") { Double(server.facts.streams) }
        registry.counter(
            "tutti_http_answers_repeated_total",
            "Requests answered with a response that was stored in the last second."
        ) { server.facts.answersRepeated }
        registry.counter(
            "tutti_http_answers_unknown_total",
            "Safe requests for which no response was stored in the last second."
        ) { server.facts.answersUnknown }
        for (reason, refusal) in [("tenant", StreamRefusal.realm), ("address", .address)] {
            registry.counter(
                "tutti_http_event_streams_refused_total", "Event streams refused, by the limit that was reached.",
                labels: ["reason": reason]
            ) { server.facts.streamsRefused[refusal] ?? 0 }
        }
    }
}
