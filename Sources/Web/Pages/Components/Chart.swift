/// A chart of values over time, with a table of the same values.
public struct Chart: Sendable {
    /// A value and its label, such as 41 and "Mon 3 June".
    public struct Point: Sendable, Hashable {
        public let label: String
        public let value: Int

        public init(_ label: String, _ value: Int) {
            self.label = label
            self.value = value
        }
    }

    /// The kind of chart, which determines the drawing and the summary.
    public enum Kind: Sendable {
        /// Bars of counts for each period. The summary includes their total.
        case bars
        /// Bars of the highest value in each period, without a total.
        case highest
        /// A line that connects values at single moments, without a total.
        case line
    }

    private let title: String
    private let unit: String
    private let kind: Kind
    private let points: [Point]

    /// Creates a chart. `unit` is the plural of what is counted, such as "plays"; the earliest point comes first.
    public init(_ title: String, unit: String, _ kind: Kind, _ points: [Point]) {
        self.title = title
        self.unit = unit
        self.kind = kind
        self.points = points
    }

    /// The chart as markup; empty without points.
    public var html: HTML {
        guard let first = points.first, let last = points.last else { return .empty }
        return """
            <figure class="chart"><figcaption>\(title) <span class="faint">\(summary)</span></figcaption>
            <div class="plot"><b aria-hidden="true">\(top)</b><svg viewBox="0 0 \(points.count * 10) 100" \
            preserveAspectRatio="none" role="img" aria-label="\(title): \(summary)">\
            <path class="axis" d="M0 50H\(points.count * 10)"/>\(drawing)</svg></div>
            <div class="ends" aria-hidden="true"><span>\(first.label)</span><span>\(last.label)</span></div>
            <details><summary>All values</summary>\(table)</details></figure>
            """
    }

    /// The upper end of the axis: the highest value rounded up to 1, 2 or 5 times a power of ten; at least 1.
    var top: Int {
        let highest = points.map(\.value).max() ?? 0
        var unit = 1
        while unit * 10 <= highest { unit *= 10 }
        for step in [1, 2, 5, 10] where highest <= step * unit { return step * unit }
        return 10 * unit
    }

    private var summary: String {
        let total = points.map(\.value).reduce(0, +)
        let highest = points.map(\.value).max() ?? 0
        switch kind {
        case .bars: return "total \(total), highest \(highest)"
        case .highest: return "highest \(highest)"
        case .line:
            let now = points.last?.value ?? 0
            return now == highest ? "now \(now)" : "now \(now), highest \(highest)"
        }
    }

    /// The heights in thousandths of the drawing's height.
    private var heights: [Int] { points.map { max(0, $0.value) * 1000 / max(top, 1) } }

    private var drawing: HTML {
        switch kind {
        case .bars, .highest: return "\(heights.indices.map(bar))"
        case .line:
            let steps = heights.enumerated().map { index, height -> HTML in
                "\(index == 0 ? "M" : "L")\(index * 10 + 5) \(Self.tenths(1000 - height))"
            }
            return "<path class=\"line\" d=\"\(steps)\"/>"
        }
    }

    private func bar(_ index: Int) -> HTML {
        // Small values above zero stay visible.
        let height = points[index].value > 0 ? max(heights[index], 15) : 0
        return """
            <rect x="\(index * 10 + 1)" y="\(Self.tenths(1000 - height))" width="8" height="\(Self.tenths(height))"/>
            """
    }

    private static func tenths(_ number: Int) -> String { "\(number / 10).\(number % 10)" }

    private var table: HTML {
        DataTable(
            "\(title)", columns: ["When", unit.prefix(1).uppercased() + unit.dropFirst()],
            rows: points.map { ["\($0.label)", "\($0.value)"] }
        ).html
    }
}
