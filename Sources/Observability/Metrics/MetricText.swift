/// A family of metrics with changing label values, rendered in the Prometheus text format 0.0.4.
public struct MetricText: Sendable {
    /// The type in the TYPE line.
    public enum Kind: String, Sendable {
        case counter, gauge
    }

    private let name: String
    private let kind: Kind
    private let help: String

    public init(_ name: String, _ kind: Kind, _ help: String) {
        precondition(MetricLabels.isName(name), "\(name) is not a metric's name")
        (self.name, self.kind, self.help) = (name, kind, help)
    }

    /// Returns the family with these samples as text; empty without samples.
    public func rendered(_ samples: [(labels: [(String, String)], value: Double)]) -> String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { labels, value in
            let pairs = labels.map { "\($0.0)=\"\(MetricEscape.labelValue($0.1))\"" }.joined(separator: ",")
            return "\(name){\(pairs)} \(Int64(exactly: value).map(String.init) ?? String(value))\n"
        }
        return "# HELP \(name) \(MetricEscape.help(help))\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }
}
