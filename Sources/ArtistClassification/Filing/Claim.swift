/// One reading: who the artist would be, and which part of the text the title.
struct Claim {
    enum Name {
        case range(Range<Int>)
        case text(String)
    }

    let kind: Reason.Kind
    let key: String
    let name: Name
    let title: Range<Int>
    var score: Int
    /// What speaks for it besides.
    var reasons: [Reason.Kind] = []
    var credits: [Reading.Credit] = []
    /// Whose song it is, when the artist plays another's.
    var original: Range<Int>?
}
