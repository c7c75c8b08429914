/// The members of a JSON text that the type decoded from it has no place for, while it is decoded. A misspelt member would
/// otherwise change nothing without a word, or erase what it meant to set (spec Decided 19).
///
/// Used by one decoding only, on the thread that decodes.
final class UnknownMembers {
    /// By the object's JSON pointer. A type may look at one object twice, through different keys: a member is unknown
    /// if no look knew it.
    private var names: [String: Set<String>] = [:]
    private let readOnly: Set<String>

    /// - Parameter readOnly: members of the outermost object that an answer has beside those that can be set. A client
    ///   may send back what it was given.
    init(readOnly: Set<String>) { self.readOnly = readOnly }

    /// Notes one look at the members of the object at `path`. Costs a key made of each member's name.
    func note(_ members: Dictionary<String, JSON>.Keys, at path: [any CodingKey], where isKnown: (String) -> Bool) {
        var unknown = Set(members.filter { !isKnown($0) })
        if path.isEmpty { unknown.subtract(readOnly) }
        let pointer = JSONPointer.text(path)
        names[pointer] = names[pointer].map(unknown.intersection) ?? unknown
    }

    /// Each unknown member at its place, in the order of their pointers.
    var faults: [APIError.Fault] {
        let pointers = names.flatMap { path, names in
            names.map { path + "/" + JSONPointer.escaped($0) }
        }
        return pointers.sorted().map { .init(field: $0, reason: "is not a member that this operation accepts") }
    }
}
