/// The folded scalars of a line in which each scalar folds independently of its neighbours. The key of any range is a part of these scalars.
struct FoldedLine: Sendable {
    /// The folded scalars as UTF-8, one after the other.
    private let bytes: [UInt8]
    /// The start of each scalar's bytes, and the end of the last. 16 bits are enough for a line of at most ``Line/longest`` scalars.
    private let starts: [UInt16]

    /// Folds scalars; `nil` if the folding of a scalar depends on its neighbours.
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

    /// Returns the hash of the folded bytes of a range, as used in the vocabulary.
    func hash(_ range: Range<Int>) -> UInt64 {
        var hash = Vocabulary.emptyHash
        for index in Int(starts[range.lowerBound])..<Int(starts[range.upperBound]) {
            hash = Vocabulary.hash(hash, bytes[index])
        }
        return hash
    }

    /// Returns the key of a range without the excluded ranges in `left`; empty if no letter or digit remains.
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
