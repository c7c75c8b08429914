import PlayerCore
import Players
import Web

/// The part of the page `/player` about shared sessions: the session for a member, or the form that creates one.
struct SharedSection: Sendable {
    /// The listener's session; `nil` if the listener is in none.
    let stored: StoredSharedSession?
    /// The listener as a member of the session; `nil` if the listener is in none.
    let member: SharedMember?
    /// The texts that the listener may see, by the identifier of the track.
    let texts: [String: PlayerItemDescription]
    /// Whether the listener's own account cannot play the current track.
    let isBlocked: Bool
    /// The name that a form suggests.
    let name: String
    /// The hidden field that protects the forms against forged requests.
    let field: HTML

    var isMember: Bool { member != nil }

    /// The form that creates a session, for a listener who is in none.
    var beginning: HTML {
        """
        <h2 id="together">Listen together</h2>
        <p>Invite others with a link. All members hear the same track at the same time. During the session, your own player is paused and keeps its queue and position.</p>
        <form method="post" action="/player/shared/start">\(field)
        \(Self.nameField(name).html)
        \(ruleField(.everyone).html)
        <p><button>Start a shared session</button></p>
        </form>
        """
    }

    /// The label of the field with the member's name.
    static let nameLabel = "Your name in the session"

    static func nameField(_ name: String) -> Field {
        var field = Field("\(nameLabel)", "name", name)
        field.isRequired = true
        field.attributes = " maxlength=\"\(SharedName.limit)\" autocomplete=\"nickname\""
        return field
    }

    private func ruleField(_ rule: SharedRule) -> Field {
        Field(
            "Rule of the session", "rule", rule.rawValue,
            .choice(SharedRule.allCases.map { .init($0.rawValue, $0.label) }))
    }

    /// The session, its members and its queue; empty for a listener who is in none.
    var html: HTML {
        guard let stored, let member else { return .empty }
        let (session, now) = (stored.session, stored.now)
        let allowed = Set(session.allowedActions(of: member.id, at: now))
        return """
            <section class="shared" data-shared="\(member.id.rawValue)" aria-labelledby="together">
            <h2 id="together">Listening together</h2>
            \(player(session, now, member, allowed))
            <p class="step faint" id="shared-step">\(session.rule.sentence)</p>
            <p><button type="button" class="quiet" data-listen hidden>Listen on this device</button></p>
            <h3 id="members">\(SentenceFormat.count(session.members.count, "member"))</h3>
            \(members(session, now, member))
            \(invitation(session, member))
            <h3 id="shared-queue">Shared queue\(session.player.queue.isEmpty ? "" : " (\(SentenceFormat.count(session.player.queue.count, "track")))")</h3>
            \(queue(session, allowed))
            \(session.owner?.id == member.id ? owner(session) : .empty)
            <form method="post" action="/player/shared/leave">\(field)
            <p class="controls"><button class="quiet" name="scope" value="me">Leave the session</button></p>
            </form>
            \(session.owner?.id == member.id ? end : .empty)
            <p class="faint">Your own queue and position are kept, and return when you leave.</p>
            </section>
            """
    }

    /// The form with which the owner ends the session, with a confirmation, because the shared queue is lost.
    private var end: HTML {
        var question = Confirmation(
            "End the session for everybody",
            "Playback stops for all members, the shared queue is deleted, and the links of all invitations stop working.",
            path: "/player/shared/leave", fields: "\(field)<input type=\"hidden\" name=\"scope\" value=\"everyone\">")
        question.id = "end-session"
        return question.html
    }

    private func player(
        _ session: SharedSession, _ now: PlayerTime, _ member: SharedMember, _ allowed: Set<SharedAction.Kind>
    ) -> HTML {
        let item = session.player.item
        let text = item.flatMap { texts[$0.id] }
        let title =
            item == nil ? "The shared queue is empty" : text?.title ?? "Track not available in your account"
        let isActive = session.player.audio.isActive
        let steering: HTML =
            !session.steers(member.id)
            ? .empty
            : """
            \(PlayerBar.button("previous", .previous, "Previous track"))\
            \(isActive
                ? "<button class=\"main\" name=\"event\" value=\"pause\">\(Icon.pause.html) Pause for everybody</button>" as HTML
                : "<button class=\"main\" name=\"event\" value=\"play\">\(Icon.play.html) Play for everybody</button>")\
            \(PlayerBar.button("next", .next, "Next track"))
            """
        let (votes, needed) = (session.votes(at: now), session.votesNeeded(at: now))
        let vote: HTML =
            allowed.contains(.voteToSkip)
            ? "<button class=\"quiet\" name=\"event\" value=\"voteToSkip\">Vote to skip (\(votes) of \(needed))</button>"
            : allowed.contains(.withdrawVote)
                ? "<button class=\"quiet\" name=\"event\" value=\"withdrawVote\">Withdraw vote (\(votes) of \(needed))</button>"
                : .empty
        let pass: HTML =
            allowed.contains(.passTurn)
            ? "<button class=\"quiet\" name=\"event\" value=\"passTurn\">Pass the turn to the next member</button>"
            : .empty
        return """
            <form class="player expanded" method="post" action="/player/shared/events" aria-label="Shared player">\(field)
            \(item.map { "<input type=\"hidden\" name=\"track\" value=\"\($0.id)\">" as HTML })
            \(Artwork(title, url: text?.picture?.large, size: .large).html)
            <div class="side">
            <p><strong>\(title)</strong>\(text.map { " <span class=\"faint\">\($0.artist)</span>" as HTML })</p>
            <p class="controls">\(steering)\(vote)\(pass)</p>
            \(PlayerBar.position(session.anchor(at: now).positionMs, of: item?.timing.durationMs, isLoading: session.player.audio == .loading))
            \(text?.credit?.line ?? .empty)
            \(isBlocked
                ? "<p class=\"fault\" role=\"status\">Your account cannot play this track. The other members hear this track, and you hear the next track that your account can play.</p>" as HTML
                : .empty)
            </div></form>
            """
    }

    private func members(_ session: SharedSession, _ now: PlayerTime, _ me: SharedMember) -> HTML {
        let (owner, holder) = (session.owner?.id, session.turnHolder(at: now)?.id)
        let rows = session.members.map { member -> ListRow in
            var row = ListRow(
                "<strong>\(member.name)</strong>", nil, artwork: Artwork(member.name, isRound: true))
            row.isCurrent = member.id == me.id
            var details: [HTML] = []
            if member.id == me.id { details.append("you") }
            if member.id == owner { details.append("owner") }
            if member.id == holder { details.append("adds the next track") }
            if member.hasVoted { details.append("votes to skip") }
            details.append(
                !member.isPresent(at: now) ? "not connected" : member.isListening ? "listening" : "connected")
            if let step = member.step {
                let (difference, bound) = ((step.differenceUs.magnitude + 500) / 1000, (step.errorBoundUs + 500) / 1000)
                details.append("\(difference) ms apart from the session, ± \(bound) ms")
            }
            row.details = details
            if owner == me.id, member.id != me.id {
                row.actions = removal(of: member)
            }
            return row
        }
        var list = RowList(rows)
        list.labelledBy = "members"
        return list.html
    }

    private func removal(of member: SharedMember) -> HTML {
        let id = member.id.rawValue
        var question = Confirmation(
            "Remove<span class=\"hidden\">: \(member.name)</span>",
            "\(member.name) leaves the session. To join again, \(member.name) needs a valid invitation.",
            path: "/player/shared/members",
            fields: "\(field)<input type=\"hidden\" name=\"remove\" value=\"\(id)\">")
        question.button = "Remove member"
        question.id = "remove-\(id)"
        return question.html
    }

    private func invitation(_ session: SharedSession, _ member: SharedMember) -> HTML {
        var revoke = Confirmation(
            "Revoke all invitations",
            "The links that were sent earlier stop working. The members stay in the session.",
            path: "/player/shared/invitation",
            fields: "\(field)<input type=\"hidden\" name=\"change\" value=\"revoke\">")
        revoke.id = "revoke-invitations"
        return """
            <form method="post" action="/player/shared/invitation">\(field)
            <p class="controls"><button name="change" value="create">Invite with a link</button></p>
            </form>
            \(session.owner?.id == member.id ? revoke.html : .empty)
            <div id="invitation" aria-live="polite"></div>
            """
    }

    private func owner(_ session: SharedSession) -> HTML {
        """
        <form method="post" action="/player/shared/events">\(field)
        \(ruleField(session.rule).html)
        <p><button class="quiet" name="event" value="setRule">Change the rule</button></p>
        </form>
        """
    }

    private func queue(_ session: SharedSession, _ allowed: Set<SharedAction.Kind>) -> HTML {
        let queue = session.player.queue
        guard !queue.isEmpty else {
            return
                "<p>The shared queue is empty. Press Play beside a song, an album or a playlist to add the tracks.</p>"
        }
        let range = QueueRow.page(of: queue)
        let rows = range.map { index -> ListRow in
            let text = texts[queue[index].id]
            let track = QueueRow(queue, index, title: text?.title ?? "Track not available in your account", text)
            var row = track.row
            guard allowed.contains(.remove) else { return row }
            row.actions = """
                \(track.button("play", .play, "Play for everybody"))\
                \(track.button("remove", .remove, "Remove"))
                """
            return row
        }
        var list = RowList(rows)
        list.labelledBy = "shared-queue"
        list.isOrdered = true
        let more: HTML =
            range.upperBound < queue.count
            ? "<p class=\"faint\">\(SentenceFormat.count(queue.count - range.upperBound, "more track follows", "more tracks follow")).</p>"
            : .empty
        return """
            <form class="lines-form" method="post" action="/player/shared/queue">\(field)
            \(list.html)</form>\(more)
            """
    }
}

extension SharedRule {
    /// The text of the rule in a list of choices.
    var label: String {
        switch self {
        case .everyone: "Everybody can control playback and edit the queue"
        case .votes: "Everybody can add tracks and vote to skip"
        case .turns: "Members take turns adding one track, and can vote to skip"
        }
    }

    /// The rule as sentences.
    var sentence: String {
        switch self {
        case .everyone: "Every member can control playback and edit the queue."
        case .votes:
            "Every member can add tracks at the end. A track is skipped when more than half of the connected members vote to skip. Only the owner can use the other controls."
        case .turns:
            "Members take turns adding one track. A track is skipped when more than half of the connected members vote to skip. Only the owner can use the other controls."
        }
    }
}
