/// The values of a histogram at one moment.
public struct HistogramReading: Sendable {
    /// The number of values up to each bound, followed by the number of all values.
    public let cumulativeCounts: [UInt64]
    /// The sum of all counted values, in the unit of the bounds.
    public let sum: Double

    public init(cumulativeCounts: [UInt64], sum: Double) {
        self.cumulativeCounts = cumulativeCounts
        self.sum = sum
    }
}

/// A metric with one set of labels.
enum Metric: Sendable {
    case counter(Counter)
    case gauge(Gauge)
    case reading(@Sendable () -> Double)
    case total(@Sendable () -> UInt64)
    case sum(@Sendable () -> Double)
    case counts(bounds: [Double], @Sendable () -> HistogramReading)
    case histogram(Histogram)

    /// The type in the TYPE line of the text format.
    var typeName: String {
        switch self {
        case .counter, .total, .sum: "counter"
        case .gauge, .reading: "gauge"
        case .histogram, .counts: "histogram"
        }
    }
}

/// All metrics with the same name and different labels.
struct MetricFamily: Sendable {
    let help: String
    var metrics: [MetricLabels: Metric] = [:]

    /// Returns the family as text, ordered by labels; empty without metrics.
    func rendered(name: String) -> String {
        guard let type = metrics.values.first?.typeName else { return "" }
        var text = "# HELP \(name) \(MetricEscape.help(help))\n# TYPE \(name) \(type)\n"
        for (labels, metric) in metrics.sorted(by: { $0.key.rendered < $1.key.rendered }) {
            switch metric {
            case .counter(let counter): text += "\(name)\(labels) \(counter.value)\n"
            case .gauge(let gauge): text += "\(name)\(labels) \(number(gauge.value))\n"
            case .reading(let read): text += "\(name)\(labels) \(number(read()))\n"
            case .total(let read): text += "\(name)\(labels) \(read())\n"
            case .sum(let read): text += "\(name)\(labels) \(number(read()))\n"
            case .histogram(let histogram):
                let reading = HistogramReading(cumulativeCounts: histogram.cumulativeCounts, sum: histogram.sum)
                text += rendered(reading, bounds: histogram.bounds, name: name, labels: labels)
            case .counts(let bounds, let read): text += rendered(read(), bounds: bounds, name: name, labels: labels)
            }
        }
        return text
    }

    private func rendered(
        _ reading: HistogramReading, bounds: [Double], name: String, labels: MetricLabels
    ) -> String {
        let counts = reading.cumulativeCounts
        var text = ""
        for (bound, count) in zip(bounds + [.infinity], counts) {
            text += "\(name)_bucket\(labels.adding("le", number(bound))) \(count)\n"
        }
        text += "\(name)_sum\(labels) \(number(reading.sum))\n"
        text += "\(name)_count\(labels) \(counts.last ?? 0)\n"
        return text
    }

    /// Returns a number as text that Go's `ParseFloat` can read, as the text format requires.
    private func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(describing: value)
    }
}
