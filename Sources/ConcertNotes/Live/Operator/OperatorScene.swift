import Web

/// Everything that the operator page shows at one moment.
struct OperatorScene: Sendable {
    /// `nil` off the air.
    var situation: LiveSituation?
    /// What can be put on the air; read only while nothing is.
    var concerts: [Concert] = []
    /// What the screens show now, newest first.
    var messages: [HallMessage] = []
    var notice: OperatorNotice?
    /// What became of a form, where the page answers one.
    var outcome: OperatorOutcome?
    /// The newest move; read only on the air.
    var lastMove: LiveLastMove?
    /// Who else has the page open.
    var others: [OperatorPresence] = []
    /// How many connections follow the concert.
    var followers = 0
    /// Whether old phones hear the concert; `nil` while the database is away.
    var emitter: EmitterStatus?
    /// What was typed into a message that was refused.
    var draft = Draft()
    let now: Instant
    let caller: Caller?
    /// Makes each form's post safe to repeat: a second press of the same button is the same request.
    let key = LiveStore.freshKey()

    /// The fields of the message form as they were sent.
    struct Draft: Sendable, Hashable {
        var title = ""
        var body = ""
        var style = HallMessage.Style.button.rawValue
        var buttonText = ""
        var url = ""
        var seconds = 60
    }

    init(now: Instant, caller: Caller?) {
        self.now = now
        self.caller = caller
    }

    /// Who made the newest move, as the first words of a sentence.
    var mover: String {
        switch situation?.position.source {
        case .follower: return "the follower"
        case .auto: return "the recording's clock"
        case .osc: return "a console"
        case .operator, nil: break
        }
        guard let lastMove, let userID = lastMove.userID else { return "another operator" }
        if userID == caller?.userID { return "an earlier press, or another page of yours," }
        return lastMove.login ?? "another operator"
    }

    /// What every form of the page carries besides its own fields.
    func hidden(_ form: String) -> HTML {
        """
        \(caller?.csrfField)<input type="hidden" name="key" value="\(key)-\(form)">\
        <input type="hidden" name="revision" value="\(situation?.position.revision ?? 0)">
        """
    }
}
