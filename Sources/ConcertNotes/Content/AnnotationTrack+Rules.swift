/// The rules for the names and languages of tracks that imports and editors share.
extension AnnotationTrack {
    /// Returns the first rule that a track's name breaks (spec N10, D1), given the names of the other tracks; empty for a valid name.
    public static func problems(ofName name: String, among others: [String]) -> [ContentProblem] {
        let folded = name.lowercased()
        if name.allSatisfy(\.isWhitespace) {
            return [ContentProblem("the track name is empty", fix: "name the track")]
        }
        if name.holdsControlCharacters {
            return [ContentProblem("the track name contains a control character", fix: "retype the track name")]
        }
        if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
            return [ContentProblem("the track \"\(name)\" begins or ends with a space", fix: "remove the space")]
        }
        if reservedNames.contains(folded) {
            return [
                ContentProblem("the track name \"\(name)\" is reserved by the app", fix: "give the track another name")
            ]
        }
        if let other = others.first(where: { $0.lowercased() == folded }) {
            return other == name
                ? [ContentProblem("another track has the name \"\(name)\"", fix: "give the track another name")]
                : [
                    ContentProblem(
                        "the tracks \"\(other)\" and \"\(name)\" differ only in case",
                        fix: "use one spelling, or give the track another name")
                ]
        }
        return []
    }

    /// Returns whether a text has the form of a BCP 47 tag, such as "en" or "de-AT", and at most 100 bytes. The tag need not be registered.
    public static func isLanguage(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/#) != nil && text.utf8.count <= 100
    }
}

extension Annotation {
    /// Returns the rules that the text of an annotation breaks (spec N12, D7); empty for a valid text.
    public static func problems(ofText text: String) -> [ContentProblem] {
        var problems: [ContentProblem] = []
        if text.allSatisfy(\.isWhitespace) {
            problems.append(ContentProblem("the text is empty", fix: "write the text, or delete the note"))
        }
        if text.holdsControlCharacters {
            problems.append(ContentProblem("the text contains a control character", fix: "retype the text"))
        }
        for stray in PictureReference.strayDollars(in: text) {
            problems.append(
                ContentProblem(
                    "\"$\(stray)\" does not start a picture reference",
                    fix: "write \"$name.jpg, caption\" for a picture, or \"dollars\" instead of \"$\""))
        }
        return problems
    }
}

extension PictureReference {
    /// Returns the rule that the file name of a picture breaks (spec I6, S1.17), or `nil` for a safe name with a picture's ending.
    public static func problem(ofName name: String) -> ContentProblem? {
        guard !MediaKind.isPicture(endingOf: name) || !MediaFile.isSafe(name: name) else { return nil }
        return ContentProblem(
            "\"\(name)\" is not a valid name for a picture",
            fix: "rename the picture: use at most 105 ASCII letters, digits, \"_\", \"-\" and \".\", begin with a "
                + "letter, digit or \"_\", and use the ending png, jpg, jpeg or gif in lower case")
    }
}
