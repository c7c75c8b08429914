/// A possible interpretation of a title: an artist, and the part of the text that is then the title.
struct Claim {
    enum Name {
        case range(Range<Int>)
        case text(String)
    }

    /// An ordered list of reasons, stored inline, because nearly every claim has one or two reasons and an array would need an allocation.
    struct Reasons: RandomAccessCollection, ExpressibleByArrayLiteral {
        /// The storage for the kinds. No rule appends a kind twice, and no claim gets more than seven kinds.
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

    /// The properties by which claims are compared, without names and texts, so that a copy retains no references.
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
    /// The range of the original artist's name if the claim is for a cover; otherwise `nil`.
    var original: Range<Int>?
}
