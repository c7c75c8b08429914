import Observability

/// The metrics of imports.
public final class ImportCounts: Sendable {
    /// The way in which an import ended.
    public enum Ending: String, Sendable, CaseIterable {
        case published, unchanged, refused, cancelled
        case dryRun = "dry-run"
        /// A refusal because another import of the tenant was in progress or too many imports were waiting.
        case turnedAway = "turned-away"
        /// Another error, for example because the database was unavailable.
        case failed

        init(_ outcome: ImportReport.Outcome) {
            self =
                switch outcome {
                case .published: .published
                case .unchanged: .unchanged
                case .refused: .refused
                case .dryRun: .dryRun
                }
        }
    }

    /// The bounds of the duration histogram, in seconds.
    private static let bounds = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 1800]

    private let endings = Dictionary(uniqueKeysWithValues: Ending.allCases.map { ($0, Counter()) })
    private let waiting = Gauge()
    private let running = Gauge()
    private let durations = Histogram(bounds: bounds)
    let items = Counter()
    let bytes = Counter()
    private let processorNanoseconds = Counter()

    init() {}

    /// Registers the metrics, whose names start with `tutti_import`.
    public func register(in registry: MetricsRegistry) {
        for ending in Ending.allCases {
            registry.counter(
                "tutti_imports_total", "Imports of radio data that have ended, by outcome.",
                labels: ["outcome": ending.rawValue]
            ) { self.endings[ending]?.value ?? 0 }
        }
        registry.gauge("tutti_imports_running", "Imports of radio data in progress.") { self.running.value }
        registry.gauge("tutti_imports_waiting", "Imports of radio data waiting to start.") {
            self.waiting.value
        }
        registry.counter("tutti_import_items_total", "Items read from files of radio data.") { self.items.value }
        registry.counter("tutti_import_read_bytes_total", "Bytes read from files of radio data.") { self.bytes.value }
        registry.counter(
            "tutti_import_cpu_seconds_total", "Processor time used to read files of radio data, in seconds."
        ) { Double(self.processorNanoseconds.value) / 1e9 }
        registry.histogram(
            "tutti_import_duration_seconds", "Duration of imports of radio data, including the wait before the start.",
            bounds: Self.bounds
        ) { self.durations.reading }
    }

    /// Counts a waiting import.
    func began() { waiting.add(1) }

    /// Counts a waiting import as running.
    func started() {
        waiting.add(-1)
        running.add(1)
    }

    /// Counts the end and the duration of an import, which leaves the running imports if it had started, and otherwise the waiting ones.
    func ended(_ ending: Ending, hasStarted: Bool, after duration: Duration) {
        (hasStarted ? running : waiting).add(-1)
        endings[ending]?.increment()
        durations.observe(duration)
    }

    /// Adds the processor time of a reading.
    func used(nanoseconds: Int64) { processorNanoseconds.increment(by: UInt64(max(0, nanoseconds))) }
}
