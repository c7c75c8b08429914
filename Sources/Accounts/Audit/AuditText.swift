/// The names of audit actions on the page. Programs use the codes.
enum AuditText {
    /// Returns the name of an action, such as "Account disabled", or the action's code if the action has no name here.
    static func sentence(_ action: String) -> String {
        if let sentence = sentences[action] { return sentence }
        // Actions of the catalogue, such as "show.create".
        let parts = action.split(separator: ".")
        guard parts.count == 2, let verb = verbs[String(parts[1])] else { return action }
        let thing = parts[0].replacing("-", with: " ")
        return thing.prefix(1).uppercased() + thing.dropFirst() + " " + verb
    }

    private static let verbs = [
        "create": "created", "change": "changed", "update": "changed", "replace": "changed", "delete": "deleted",
        "add": "added", "remove": "removed", "set": "set",
    ]

    private static let sentences = [
        "account.create": "Account created", "account.delete": "Account deleted", "account.disable": "Account disabled",
        "account.enable": "Account enabled", "account.password": "Password changed", "account.role": "Role changed",
        "account.sessions.end": "Sessions ended", "account.update": "Account changed",
        "alert.calendar.make": "Alert calendar created", "alert.calendar.revoke": "Alert calendar removed",
        "app-password.create": "App password created", "app-password.delete": "App password removed",
        "channel.hot": "“What’s hot” list changed", "concert.import": "Concert imported",
        "connection.add": "SoundCloud account connected", "connection.remove": "SoundCloud account disconnected",
        "content.announce": "Content update announced", "cut.correct": "Played track corrected",
        "cut.end": "Track ended", "cut.play": "Track played", "featured.change": "Featured shows changed",
        "glossary.import": "Glossary imported", "invitation.create": "Invitation created",
        "invitation.delete": "Invitation withdrawn", "live.activate": "Concert put on the air",
        "live.end": "Concert taken off the air", "message.send": "Message sent to the hall",
        "message.withdraw": "Message withdrawn", "notice.change": "Notice changed",
        "password-reset.create": "Password reset link created", "password-reset.use": "Password reset link used",
        "podcast.feed.make": "Podcast feed created", "podcast.feed.revoke": "Podcast feed removed",
        "radio.import": "Radio data imported", "schedule.airing.actual-times": "Actual times of a broadcast set",
        "schedule.airing.cancel": "Broadcast cancelled", "schedule.airing.change": "Broadcast changed",
        "schedule.airing.create": "Broadcast added", "schedule.exception.delete": "Schedule exception removed",
        "schedule.exception.set": "Schedule exception set", "schedule.rule.change": "Schedule rule changed",
        "schedule.rule.create": "Schedule rule created", "schedule.rule.delete": "Schedule rule deleted",
        "schedule.segments.change": "Segments of a broadcast changed", "subscription.change": "Subscription changed",
        "subscription.import": "Subscriptions imported", "tenant.add": "Tenant added",
        "tenant.change": "Settings changed", "tenant.disable": "Tenant disabled", "tenant.enable": "Tenant enabled",
        "tenant.export": "Tenant exported", "tenant.limit": "Limits changed", "tenant.logo.remove": "Logo removed",
        "tenant.logo.set": "Logo uploaded",
        "token.create": "Access token created", "token.delete": "Access token deleted",
        "upgrade.change": "Upgrade rule changed", "upgrade.create": "Upgrade rule created",
        "upgrade.delete": "Upgrade rule deleted",
    ]

    /// The kinds of actions that the form suggests. The code of a kind is the first part of an action's code.
    static let kinds: [(code: String, name: String)] = [
        ("account", "Accounts"), ("invitation", "Invitations"), ("token", "Access tokens"), ("tenant", "Settings"),
        ("live", "Concert on the air"), ("message", "Messages to the hall"), ("concert", "Concert imports"),
        ("radio", "Radio imports"), ("channel", "Channels"), ("show", "Shows"), ("episode", "Episodes"),
        ("schedule", "Schedule"), ("subscription", "Subscriptions"),
    ]
}
