/// A reading of a title: a possible artist, and the part of the text that would be the title.
struct Claim {
    enum Name {
        case range(Range<Int>)
        case text(String)
    }

    /// A few kinds of reasons in their order, kept in place: nearly every claim would allocate an array of one or two.
    struct Reasons: RandomAccessCollection, ExpressibleByArrayLiteral {
        /// No rule appends more than one of a kind, and none passes seven kinds.
        private var kinds: InlineArray<8, Reason.Kind> = .init(repeating: .nobody)
        private(set) var endIndex = 0

        init() {}
        init(arrayLiteral kinds: Reason.Kind...) { for kind in kinds { append(kind) } }

        var startIndex: Int { 0 }
        subscript(position: Int) -> Reason.Kind { kinds[position] }

        mutating func append(_ kind: Reason.Kind) {
            kinds[endIndex] = kind
            endIndex += 1
        }
    }

    /// What another claim is weighed against: without its name and its texts, so that it is copied at no cost.
    struct Weight {
        let kind: Reason.Kind
        let score: Int
        let reasons: Reasons
    }

    var weight: Weight { Weight(kind: kind, score: score, reasons: reasons) }

    let kind: Reason.Kind
    let key: String
    let name: Name
    let title: Range<Int>
    var score: Int
    /// Further evidence for this reading.
    var reasons = Reasons()
    var credits: [Reading.Credit] = []
    /// The artist of the original, if this is a cover.
    var original: Range<Int>?
}
