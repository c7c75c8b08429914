import ConcertNotes

/// The printed measures of a piece with the measures that follow each, as a MeasureMap (github.com/measure-map/specification).
///
/// Every printed number has one entry, in the order of first appearance, and lists each following measure once, so the map does not give the number
/// of repeats. Time signatures and lengths are unknown and omitted, as the format allows.
struct MeasureMap: Encodable, Sendable {
    let measures: [Entry]

    struct Entry: Encodable, Sendable, Hashable {
        let id: String
        let count: Int
        /// The printed number if it consists of at most nine digits; otherwise `nil`.
        let number: Int?
        let name: String
        let next: [String]

        enum CodingKeys: String, CodingKey {
            case id = "ID"
            case count, number, name, next
        }
    }

    /// Creates the map from the measures in the order heard. O(measures), because only a few measures follow each printed measure.
    init(_ measures: [Measure]) {
        var order: [String] = []
        var next: [String: [String]] = [:]
        for (index, measure) in measures.enumerated() {
            if next[measure.printed] == nil {
                order.append(measure.printed)
                next[measure.printed] = []
            }
            guard index + 1 < measures.count else { continue }
            let following = measures[index + 1].printed
            if next[measure.printed]?.contains(following) == false { next[measure.printed]?.append(following) }
        }
        self.measures = order.enumerated().map { index, printed in
            let isNumber = printed.utf8.count <= 9 && printed.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return Entry(
                id: printed, count: index + 1, number: isNumber ? Int(printed) : nil, name: printed,
                next: next[printed] ?? [])
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(measures)
    }
}
