/// The labels of a metric, rendered in the order given.
struct MetricLabels: Sendable, Hashable, CustomStringConvertible {
    /// The labels without braces, such as `route="/healthz",method="GET"`.
    let rendered: String

    init(_ pairs: KeyValuePairs<String, String>) {
        rendered = pairs.map { name, value in
            precondition(Self.isName(name) && name != "le", "\(name) is not a label's name")
            return Self.rendered(name, value)
        }.joined(separator: ",")
    }

    private init(rendered: String) { self.rendered = rendered }

    /// The labels in braces; empty without labels.
    var description: String { rendered.isEmpty ? "" : "{\(rendered)}" }

    func adding(_ name: String, _ value: String) -> MetricLabels {
        let more = Self.rendered(name, value)
        return MetricLabels(rendered: rendered.isEmpty ? more : "\(rendered),\(more)")
    }

    /// Returns whether `text` matches `[a-zA-Z_][a-zA-Z0-9_]*`. Colons are reserved for recording rules.
    static func isName(_ text: String) -> Bool {
        text.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
            default: false
            }
        } && !text.isEmpty
    }

    private static func rendered(_ name: String, _ value: String) -> String {
        "\(name)=\"\(MetricEscape.labelValue(value))\""
    }
}
