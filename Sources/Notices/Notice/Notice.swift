/// A message from the server to the user of an app (spec R1, R5-R8).
struct Notice: Sendable, Hashable {
    let id: ID
    let kind: Kind
    let title: String
    let message: String
    /// The URL that the first action of an upgrade notice opens; `nil` for other notices.
    let linkURL: String?
    /// The revision of the content. A dismissal applies to one revision.
    let revision: Int32
    /// The actions, in display order.
    let actions: [Action]

    /// The kinds of notices, in display order.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case upgradeForced = "upgrade-forced"
        case upgradeOptional = "upgrade-optional"
        case dataWarning = "data-warning"
        case firstAuthentication = "first-authentication"
        case contentUpdate = "content-update"
    }

    /// The identifier in paths: "data-warning", "upgrade-12", "content-update".
    enum ID: Sendable, Hashable, CustomStringConvertible {
        case text(NoticeText.Kind)
        case upgrade(UpgradeRule.ID)
        case contentUpdate

        /// Parses an identifier in a path. Returns `nil` for a text that is no identifier; the notice need not exist.
        init?(_ text: String) {
            if let kind = NoticeText.Kind(rawValue: text) {
                self = .text(kind)
            } else if text == "content-update" {
                self = .contentUpdate
            } else if text.hasPrefix("upgrade-"), let rule = UpgradeRule.ID(text.dropFirst("upgrade-".count)) {
                self = .upgrade(rule)
            } else {
                return nil
            }
        }

        var description: String {
            switch self {
            case .text(let kind): kind.rawValue
            case .upgrade(let rule): rule.noticeID
            case .contentUpdate: "content-update"
            }
        }
    }

    /// An action, shown as a button.
    struct Action: Sendable, Hashable {
        /// A stable ID for programs, such as "update".
        let id: String
        let label: String
        /// The URL that the action opens; `nil` if the action opens none.
        var url: String?
    }
}

extension Notice {
    init(_ rule: UpgradeRule) {
        let isForced = rule.kind == .forced
        let link = rule.content.linkURL
        id = .upgrade(rule.id)
        kind = isForced ? .upgradeForced : .upgradeOptional
        title = isForced ? "Update required" : "Update available"
        message = rule.content.message
        linkURL = link
        revision = rule.revision
        let update = Action(id: "update", label: "Update Now", url: link)
        actions = isForced ? [update] : [update, Action(id: "update-later", label: "Update Later")]
    }

    init(_ text: NoticeText) {
        id = .text(text.kind)
        title = text.title
        message = text.message
        linkURL = nil
        revision = text.revision
        switch text.kind {
        case .dataWarning:
            kind = .dataWarning
            actions = [
                Action(id: "continue", label: "Continue"),
                Action(id: "dont-show-again", label: "Don't Show Again"),
                Action(id: "exit", label: "Exit"),
            ]
        case .firstAuthentication:
            kind = .firstAuthentication
            actions = []
        }
    }

    init(_ update: ContentUpdate) {
        id = .contentUpdate
        kind = .contentUpdate
        title = "New content"
        message = update.message
        linkURL = nil
        revision = update.revision.rawValue
        actions = [Action(id: "continue", label: "Continue")]
    }
}
