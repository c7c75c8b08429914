import Web

/// The names of audit actions on the page. The API uses their codes.
enum AuditText {
    /// Returns the name of an action, such as "Account disabled", or its code if there is no name.
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

    private static let sentences = Dictionary(uniqueKeysWithValues: actions.map { ($0.code, $0.sentence) })

    /// The actions listed in `audit-actions.txt`, in the order of the file. Each line is a code, a space and a sentence.
    private static let actions: [(code: String, sentence: String)] = {
        let list = EmbeddedText.files.first { $0.name == "audit-actions.txt" }?.text ?? ""
        return list.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (parts[0], parts[1])
        }
    }()

    /// The kinds of actions. The code of an action begins with the code of its kind and a dot.
    static let kinds: [(code: String, name: String)] = [
        ("account", "Accounts"), ("invitation", "Invitations"), ("password-reset", "Password resets"),
        ("token", "Access tokens"), ("app-password", "App passwords"), ("tenant", "Settings and tenant"),
        ("subscription", "Subscriptions"), ("live", "Concert on the air"), ("message", "Messages to the audience"),
        ("concert", "Concerts"), ("piece", "Pieces"), ("annotation", "Notes"), ("track", "Note tracks"),
        ("section", "Sections of pieces"), ("glossary", "Glossary"), ("radio", "Radio imports"),
        ("channel", "Channels"), ("show", "Shows"), ("episode", "Episodes"), ("schedule", "Schedule"),
        ("cut", "Played tracks"), ("featured", "Featured shows"), ("image", "Pictures"), ("alert", "Alert calendars"),
        ("podcast", "Podcast feeds"), ("cloud", "SoundCloud application"), ("connection", "SoundCloud accounts"),
        ("listenbrainz", "ListenBrainz accounts"), ("notice", "Notices"), ("upgrade", "Upgrade rules"),
        ("content", "Content updates"),
    ]

    /// The options of the filter for actions: for each kind, all its actions together, and then each of them.
    static let groups = kinds.map { kind in
        let members = actions.filter { $0.code.hasPrefix(kind.code + ".") }
        return Field.Group(
            kind.name,
            [Field.Option(kind.code, "\(kind.name): all actions")] + members.map { Field.Option($0.code, $0.sentence) })
    }

    /// The codes of all options in `groups`.
    static let codes = Set(kinds.map(\.code) + actions.map(\.code))
}
