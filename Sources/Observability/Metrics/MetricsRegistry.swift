import Synchronization

/// The metrics of one program, rendered in the Prometheus text format 0.0.4.
///
/// Asking for a metric takes a lock and is done once, at the start or at the first use of a set of labels: keep
/// what is returned. Counting on it takes none. Labels have few values: never identifiers, never client input.
public final class MetricsRegistry: Sendable {
    /// The media type of `render()`.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let families = Mutex<[String: MetricFamily]>([:])
    private let collectors = Mutex<[@Sendable () -> String]>([])

    public init() {}

    /// The counter of this name and these labels; the same one each time.
    public func counter(_ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:]) -> Counter {
        metric(name, help, labels, make: { .counter(Counter()) }) {
            if case .counter(let counter) = $0 { counter } else { nil }
        }
    }

    /// A counter that something else keeps, read when somebody looks; `read` is held to what it is for a gauge.
    public func counter(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> UInt64
    ) {
        let _: Bool = metric(name, help, labels, make: { .total(read) }) {
            if case .total = $0 { true } else { nil }
        }
    }

    /// A counter of a fractional amount, such as seconds, that something else keeps.
    public func counter(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Double
    ) {
        let _: Bool = metric(name, help, labels, make: { .sum(read) }) {
            if case .sum = $0 { true } else { nil }
        }
    }

    /// A histogram that something else keeps.
    public func histogram(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:], bounds: [Double],
        read: @escaping @Sendable () -> HistogramReading
    ) {
        let _: Bool = metric(name, help, labels, make: { .counts(bounds: bounds, read) }) {
            if case .counts = $0 { true } else { nil }
        }
    }

    /// The gauge of this name and these labels; the same one each time.
    public func gauge(_ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:]) -> Gauge {
        metric(name, help, labels, make: { .gauge(Gauge()) }) {
            if case .gauge(let gauge) = $0 { gauge } else { nil }
        }
    }

    /// A gauge that is read when somebody looks; `read` must be quick and take part in no lock held while rendering.
    public func gauge(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Double
    ) {
        let _: Bool = metric(name, help, labels, make: { .reading(read) }) {
            if case .reading = $0 { true } else { nil }
        }
    }

    /// The histogram of this name and these labels; the same one each time.
    public func histogram(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        bounds: [Double] = Histogram.latencies
    ) -> Histogram {
        metric(name, help, labels, make: { .histogram(Histogram(bounds: bounds)) }) {
            if case .histogram(let histogram) = $0 { histogram } else { nil }
        }
    }

    /// Adds families whose label values come and go, as `MetricText` renders them when somebody looks. No other metric may have
    /// their names.
    public func collect(_ render: @escaping @Sendable () -> String) { collectors.withLock { $0.append(render) } }

    /// Every metric, families by name, then those of the collectors. O(number of metrics).
    public func render() -> String {
        let (families, collectors) = (families.withLock { $0 }, collectors.withLock { $0 })
        return families.sorted { $0.key < $1.key }.map { $0.value.rendered(name: $0.key) }.joined()
            + collectors.map { $0() }.joined()
    }

    private func metric<Kind>(
        _ name: String, _ help: String, _ labels: KeyValuePairs<String, String>, make: () -> Metric,
        pick: (Metric) -> Kind?
    ) -> Kind {
        precondition(MetricLabels.isName(name), "\(name) is not a metric's name")
        let labels = MetricLabels(labels)
        let metric = families.withLock { families in
            if let known = families[name, default: MetricFamily(help: help)].metrics[labels] { return known }
            let new = make()
            precondition(
                families[name]?.metrics.values.first.map { $0.typeName == new.typeName } ?? true,
                "\(name) is already registered as a metric of another type")
            families[name, default: MetricFamily(help: help)].metrics[labels] = new
            return new
        }
        guard let picked = pick(metric) else { preconditionFailure("\(name) is of another type") }
        return picked
    }
}
