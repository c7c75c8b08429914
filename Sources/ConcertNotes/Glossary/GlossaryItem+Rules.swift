/// The rules for terms that imports and editors share (spec N16).
extension GlossaryItem {
    /// The rules that the term breaks, each with the member that breaks it; empty for a valid term.
    public var problems: [(member: String, problem: ContentProblem)] {
        var problems: [(member: String, problem: ContentProblem)] = []
        for (part, text) in [("name", name), ("category", category), ("description", description)]
        where text.allSatisfy(\.isWhitespace) {
            let term = name.allSatisfy(\.isWhitespace) ? "this term" : "\"\(name)\""
            problems.append((part, ContentProblem("the \(part) of \(term) is empty", fix: "write the \(part)")))
        }
        for (part, text) in [
            ("name", name), ("category", category), ("description", description), ("history", history),
            ("image", image), ("source", source),
        ] where text.holdsControlCharacters {
            problems.append(
                (
                    part,
                    ContentProblem(
                        "the \(part) of \"\(name)\" contains a control character", fix: "retype the \(part)")
                ))
        }
        if !image.isEmpty, let problem = PictureReference.problem(ofName: image) { problems.append(("image", problem)) }
        return problems
    }
}
