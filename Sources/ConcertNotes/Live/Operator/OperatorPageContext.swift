import Web

/// The data of the operator page at one moment. While the database is down, `lastMove`, `emitter`, `sources` and `elapsedMs` are `nil`, and
/// `delays` is empty.
struct OperatorPageContext: Sendable {
    /// The concert on the air and its position; `nil` off the air.
    var situation: LiveSituation?
    /// The concerts that can be put on the air; empty while a concert is on the air.
    var concerts: [Concert] = []
    /// The messages on the screens, newest first.
    var messages: [AudienceMessage] = []
    var notice: OperatorNotice?
    /// The outcome of the form that the page answers; `nil` if the page does not answer a form.
    var outcome: OperatorOutcome?
    /// The newest move; `nil` off the air.
    var lastMove: LiveLastMove?
    /// The other open operator pages.
    var others: [OperatorPresence] = []
    /// The number of connections that follow the concert.
    var followers = 0
    /// The reported delays of the concert on the air, by transport.
    var delays: [LiveReport.Delay] = []
    /// The state of the packets to old phones.
    var emitter: EmitterStatus?
    /// The state of the sources of the position; `nil` off the air.
    var sources: LiveSources?
    /// The time since the piece on the air began, in milliseconds; `nil` before the piece has begun or off the air.
    var elapsedMs: Int64?
    var find = ""
    var draft = Draft()
    let now: Instant
    let caller: Caller?
    /// The common part of the idempotency keys of the page's forms: a second press of the same button repeats the same request.
    let key = LiveStore.freshKey()

    /// The fields of the message form: as sent, or with the values of an empty form.
    struct Draft: Sendable, Hashable {
        var title = ""
        var body = ""
        var style = AudienceMessage.Style.button.rawValue
        var buttonText = ""
        var url = ""
        var seconds = 60
    }

    init(now: Instant, caller: Caller?) {
        self.now = now
        self.caller = caller
    }

    /// The author of the newest move, as the subject of a sentence.
    var mover: String {
        switch situation?.position.source {
        case .follower: return "the follower"
        case .auto: return "the automatic advance"
        case .osc: return "a console"
        case .operator, nil: break
        }
        guard let lastMove, let userID = lastMove.userID else { return "another operator" }
        if userID == caller?.userID { return "an earlier press or another of your pages" }
        return lastMove.login ?? "another operator"
    }

    /// Returns the hidden fields of a form. The name of the form distinguishes its idempotency key from the keys of the other forms.
    func hidden(_ form: String) -> HTML {
        """
        \(caller?.csrfField)<input type="hidden" name="key" value="\(key)-\(form)">\
        <input type="hidden" name="revision" value="\(situation?.position.revision ?? 0)">
        """
    }
}
