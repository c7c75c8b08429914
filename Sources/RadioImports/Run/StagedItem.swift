/// An item as it is staged: a row of `app.radio_stage`.
struct StagedItem: Sendable {
    let n: Int64
    let kind: String
    let key: String
    let place: Place
    /// Its members as a JSON object.
    let json: String
    var isMention = false
}

extension DraftItem {
    /// The kind's name in reports and in the stage.
    var kind: String {
        switch self {
        case .category: "category"
        case .channel: "channel"
        case .genre: "genre"
        case .person: "person"
        case .show: "show"
        case .serial: "serial"
        case .episode: "episode"
        case .tag: "tag"
        case .rule: "rule"
        case .airing: "airing"
        case .segment: "segment"
        case .cut: "cut"
        case .version: "version"
        }
    }

    /// Every kind, in the order in which each refers to those before it.
    static let kinds = [
        "category", "genre", "person", "channel", "show", "serial", "tag", "episode", "rule", "airing", "segment",
        "cut",
        "version",
    ]

    /// What the source calls it; of a segment, which has no name, its broadcast.
    var key: String {
        switch self {
        case .category(let draft): draft.key
        case .channel(let draft): draft.key
        case .genre(let draft): draft.key
        case .person(let draft): draft.key
        case .show(let draft): draft.key
        case .serial(let draft): draft.key
        case .episode(let draft): draft.key
        case .tag(let draft): draft.key
        case .rule(let draft): draft.key
        case .airing(let draft): draft.key
        case .segment(let draft): draft.airing
        case .cut(let draft): draft.key
        case .version(let draft): draft.key
        }
    }

    /// The row, numbered `n`.
    func staged(_ n: Int64, at place: Place) -> StagedItem {
        var row = StagedItem(n: n, kind: kind, key: key, place: place, json: json)
        switch self {
        case .show(let draft): row.isMention = draft.isMention
        case .channel(let draft): row.isMention = draft.isMention
        default: break
        }
        return row
    }

    private var json: String {
        var text = JSONText()
        switch self {
        case .category(let draft): draft.write(to: &text)
        case .channel(let draft): draft.write(to: &text)
        case .genre(let draft): draft.write(to: &text)
        case .person(let draft): draft.write(to: &text)
        case .show(let draft): draft.write(to: &text)
        case .serial(let draft): draft.write(to: &text)
        case .episode(let draft): draft.write(to: &text)
        case .tag(let draft): draft.write(to: &text)
        case .rule(let draft): draft.write(to: &text)
        case .airing(let draft): draft.write(to: &text)
        case .segment(let draft): draft.write(to: &text)
        case .cut(let draft): draft.write(to: &text)
        case .version(let draft): draft.write(to: &text)
        }
        return text.object
    }
}
