/// A collector of the members that the decoded type does not have. Without this check a misspelt member would change nothing without an error, or
/// erase the value that it should set (spec Decided 19).
///
/// Each decoding has its own collector, confined to its thread.
final class UnknownMembers {
    /// The unknown names by the JSON pointer of their object. A type may read an object twice; a member is unknown if neither reading has its name.
    private var names: [String: Set<String>] = [:]
    private let readOnly: Set<String>

    /// Creates a collector.
    ///
    /// - Parameter readOnly: members of the outermost object that responses contain and clients may send back.
    init(readOnly: Set<String>) { self.readOnly = readOnly }

    /// Records one reading of the members of the object at `path`.
    func note(_ members: Dictionary<String, JSON>.Keys, at path: [any CodingKey], where isKnown: (String) -> Bool) {
        var unknown = Set(members.filter { !isKnown($0) })
        if path.isEmpty { unknown.subtract(readOnly) }
        let pointer = JSONPointer.text(path)
        names[pointer] = names[pointer].map(unknown.intersection) ?? unknown
    }

    /// A fault for each unknown member, sorted by JSON pointer.
    var faults: [APIError.Fault] {
        let pointers = names.flatMap { path, names in
            names.map { path + "/" + JSONPointer.escaped($0) }
        }
        return pointers.sorted().map { .init(field: $0, reason: "is not a member that this operation accepts") }
    }
}
