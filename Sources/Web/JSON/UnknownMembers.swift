/// A collector of the members of a JSON text that the decoded type does not have. Without this check a misspelt member would change nothing without
/// an error, or erase the value that it should set (spec Decided 19).
///
/// Create a collector for each decoding. A collector is confined to the decoding thread.
final class UnknownMembers {
    /// The unknown names by the JSON pointer of their object. A type may read an object twice with different keys; a member is unknown if its name is
    /// among the keys of neither reading.
    private var names: [String: Set<String>] = [:]
    private let readOnly: Set<String>

    /// Creates a collector for one decoding.
    ///
    /// - Parameter readOnly: members of the outermost object that responses contain but that cannot be set. Clients may send these members back.
    init(readOnly: Set<String>) { self.readOnly = readOnly }

    /// Records one reading of the members of the object at `path`. Calls `isKnown` once for each member.
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
