/// A person's role in a show or an episode.
struct Credit: Codable, Sendable, Hashable {
    let person: Reference<Person.ID>
    /// The role in lower case, such as "host" or "composer".
    let role: String

    private enum CodingKeys: String, CodingKey { case person, role }

    init(person: Int64, role: String) {
        self.person = Reference(person)
        self.role = role
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let person: Reference<Person.ID>? = try draft.reference(.person)
        draft.check(person != nil, .person, "is missing: send the ID of the person")
        role = try draft.name(.role, limit: 50)
        draft.check(
            role.wholeMatch(of: #/[a-z][a-z\-]{0,49}/#) != nil, .role,
            "must be 1 to 50 lower-case letters (a to z) or hyphens, beginning with a letter, such as \"host\", "
                + "found \"\(role.prefix(100))\"")
        try draft.finish()
        self.person = person ?? Reference(0)
    }
}

extension Mention {
    static func all(_ credits: [Credit]) -> [Mention] {
        credits.enumerated().map { Mention(.person, $1.person.key, at: "/credits/\($0)/person") }
    }
}
