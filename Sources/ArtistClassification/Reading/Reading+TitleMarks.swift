extension Reading {
    /// Returns whether the range is quoted, possibly with brackets after the quotation, as in `"Title" (version)`.
    func isQuoted(_ range: Range<Int>) -> Bool {
        line.quotations.contains { quotation in
            if quotation.outer == range || quotation.inner == range { return true }
            guard quotation.outer.lowerBound == range.lowerBound || quotation.inner.lowerBound == range.lowerBound
            else {
                return false
            }
            return quotation.outer.upperBound <= range.upperBound
                && line.openWords(in: quotation.outer.upperBound..<range.upperBound).isEmpty
        }
    }

    /// Returns whether a bracket within the range names a version, remix, cover or release. Titles have such brackets, and names do not.
    func namesVersion(_ range: Range<Int>) -> Bool {
        line.groups.contains {
            ($0.role == .remix || $0.role == .version || $0.role == .release || $0.role == .cover)
                && range.contains($0.outer.lowerBound)
        }
    }

    /// Returns whether one side of a separator has a mark that only titles have, and the other side does not.
    func isTitle(_ side: Range<Int>, beside other: Range<Int>) -> Bool {
        isQuoted(side) && !isQuoted(other) || namesVersion(side) && !namesVersion(other)
    }
}
