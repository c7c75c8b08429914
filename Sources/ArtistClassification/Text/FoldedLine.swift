/// The scalars of a line, each folded once: what any range of them is compared by is a part of that.
///
/// Only where each folds alike wherever it stands, as in most titles: a part is not what its scalars fold to otherwise.
struct FoldedLine: Sendable {
    /// As UTF-8, one after the other.
    private let bytes: [UInt8]
    /// Where the bytes of each scalar begin, and at last where they end: a line is short (``Line/longest``).
    private let starts: [UInt16]

    init?(_ scalars: [Unicode.Scalar]) {
        var (bytes, starts): ([UInt8], [UInt16]) = ([], [])
        bytes.reserveCapacity(scalars.count + scalars.count / 2)
        var dependsOnOthers = false
        starts.append(addingCapacity: scalars.count + 1) { starts in
            starts.append(0)
            for scalar in scalars {
                if let folded = Folding.folded(scalar.value) {
                    bytes.append(folded)
                } else if Folding.dependsOnOthers(scalar.value) {
                    dependsOnOthers = true
                    return
                } else {
                    Folding.append(scalar.value, to: &bytes)
                }
                starts.append(UInt16(bytes.count))
            }
        }
        if dependsOnOthers { return nil }
        (self.bytes, self.starts) = (bytes, starts)
    }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[Int(starts[range.lowerBound])..<Int(starts[range.upperBound])]
    }

    /// The hash of a range's bytes.
    func hash(_ range: Range<Int>) -> UInt64 {
        var hash = Vocabulary.emptyHash
        for index in Int(starts[range.lowerBound])..<Int(starts[range.upperBound]) {
            hash = Vocabulary.hash(hash, bytes[index])
        }
        return hash
    }

    /// The key of a range without what is left out; empty where nothing of it is a letter or digit.
    func key(_ range: Range<Int>, without left: [Range<Int>]) -> String {
        guard left.contains(where: { $0.overlaps(range) }) else { return String(decoding: self[range], as: UTF8.self) }
        var kept: [UInt8] = []
        kept.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if let hole = left.first(where: { $0.contains(index) }) {
                index = hole.upperBound
            } else {
                let next = left.lazy.map(\.lowerBound).filter { $0 > index }.min() ?? range.upperBound
                kept += self[index..<min(next, range.upperBound)]
                index = next
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
