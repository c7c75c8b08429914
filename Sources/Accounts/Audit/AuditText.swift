/// The names of audit actions on the page. The API uses the codes of the actions.
enum AuditText {
    /// Returns the name of an action, such as "Account disabled": the sentence in `audit-actions.txt`. Without a sentence, a code of two parts with a
    /// known verb gives a name, such as "Show created" for "show.create"; any other code is returned unchanged.
    static func sentence(_ action: String) -> String {
        if let sentence = sentences[action] { return sentence }
        // Catalogue actions, such as "show.create".
        let parts = action.split(separator: ".")
        guard parts.count == 2, let verb = verbs[String(parts[1])] else { return action }
        let thing = parts[0].replacing("-", with: " ")
        return thing.prefix(1).uppercased() + thing.dropFirst() + " " + verb
    }

    private static let verbs = [
        "create": "created", "change": "changed", "update": "changed", "replace": "changed", "delete": "deleted",
        "add": "added", "remove": "removed", "set": "set",
    ]

    /// The sentences in `audit-actions.txt`, with one action per line: the code, a space and the sentence.
    private static let sentences: [String: String] = {
        let list = EmbeddedText.files.first { $0.name == "audit-actions.txt" }?.text ?? ""
        let entries = list.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(uniqueKeysWithValues: entries.map { ($0[0], $0[1]) })
    }()

    /// The kinds of actions that the form suggests. The code of a kind is the first part of the codes of all actions of this
    /// kind.
    static let kinds: [(code: String, name: String)] = [
        ("account", "Accounts"), ("invitation", "Invitations"), ("token", "Access tokens"), ("tenant", "Settings"),
        ("live", "Concert on the air"), ("message", "Messages to the audience"), ("concert", "Concert imports"),
        ("radio", "Radio imports"), ("channel", "Channels"), ("show", "Shows"), ("episode", "Episodes"),
        ("schedule", "Schedule"), ("subscription", "Subscriptions"),
    ]
}
