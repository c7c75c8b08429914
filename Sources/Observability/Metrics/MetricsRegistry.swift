import Synchronization

/// The metrics of a program, rendered in the Prometheus text format 0.0.4.
///
/// Looking up a metric takes a lock, so look up each metric once and keep it. Labels must have few different values, so never identifiers or input
/// from clients. A malformed name stops the program, and so does a name that belongs to a metric of another type. A metric that is registered again
/// keeps its first `read` function and its first bounds. A `read` function is called at each scrape; it must be quick and must not use the registry.
public final class MetricsRegistry: Sendable {
    /// The media type of the text that `render()` returns.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let families = Mutex<[String: MetricFamily]>([:])
    private let collectors = Mutex<[@Sendable () -> String]>([])

    public init() {}

    /// Returns the counter with this name and these labels, the same at each call.
    public func counter(_ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:]) -> Counter {
        metric(name, help, labels, make: { .counter(Counter()) }) {
            if case .counter(let counter) = $0 { counter } else { nil }
        }
    }

    /// Registers a counter whose value `read` returns at each scrape.
    public func counter(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> UInt64
    ) {
        let _: Bool = metric(name, help, labels, make: { .total(read) }) {
            if case .total = $0 { true } else { nil }
        }
    }

    /// Registers a counter of a fractional amount, such as seconds, whose value `read` returns at each scrape.
    public func counter(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Double
    ) {
        let _: Bool = metric(name, help, labels, make: { .sum(read) }) {
            if case .sum = $0 { true } else { nil }
        }
    }

    /// Registers a histogram whose values `read` returns at each scrape, for the upper bounds `bounds`.
    public func histogram(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:], bounds: [Double],
        read: @escaping @Sendable () -> HistogramReading
    ) {
        let _: Bool = metric(name, help, labels, make: { .counts(bounds: bounds, read) }) {
            if case .counts = $0 { true } else { nil }
        }
    }

    /// Returns the gauge with this name and these labels, the same at each call.
    public func gauge(_ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:]) -> Gauge {
        metric(name, help, labels, make: { .gauge(Gauge()) }) {
            if case .gauge(let gauge) = $0 { gauge } else { nil }
        }
    }

    /// Registers a gauge whose value `read` returns at each scrape.
    public func gauge(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Double
    ) {
        let _: Bool = metric(name, help, labels, make: { .reading(read) }) {
            if case .reading = $0 { true } else { nil }
        }
    }

    /// Returns the histogram with this name and these labels, the same at each call.
    public func histogram(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        bounds: [Double] = Histogram.latencies
    ) -> Histogram {
        metric(name, help, labels, make: { .histogram(Histogram(bounds: bounds)) }) {
            if case .histogram(let histogram) = $0 { histogram } else { nil }
        }
    }

    /// Adds families with changing label values, whose text `render` returns at each scrape (``MetricText``). No other metric may use their names.
    public func collect(_ render: @escaping @Sendable () -> String) { collectors.withLock { $0.append(render) } }

    /// Returns all metrics in the text format. O(number of metrics).
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
