/// Who made something, and as what.
struct Credit: Codable, Sendable, Hashable {
    let person: Reference<Person.ID>
    /// A word such as "host", "guest", "author", "composer".
    let role: String

    private enum CodingKeys: String, CodingKey { case person, role }

    init(person: Int64, role: String) {
        self.person = Reference(person)
        self.role = role
    }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let person: Reference<Person.ID>? = try draft.reference(.person)
        draft.check(person != nil, .person, "is missing")
        role = try draft.name(.role, limit: 50)
        draft.check(
            role.wholeMatch(of: #/[a-z][a-z\-]{0,49}/#) != nil, .role,
            "must be 1 to 50 lower-case letters or hyphens, beginning with a letter, such as \"host\"")
        try draft.finish()
        self.person = person ?? Reference(0)
    }
}

extension Mention {
    static func all(_ credits: [Credit]) -> [Mention] {
        credits.enumerated().map { Mention(.person, $1.person.key, at: "/credits/\($0)/person") }
    }
}
