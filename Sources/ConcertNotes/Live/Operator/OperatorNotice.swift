import Web

/// The notice beside the buttons: the result of the last press, or the warning that the database does not answer.
struct OperatorNotice: Sendable, Hashable {
    /// The kind of the result, which determines the colour of the notice.
    enum Kind: String, Sendable {
        case good, info, bad
    }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Creates the notice of a refusal. For `APIError.positionMoved`, the notice names the author of the newest move, the measure on the air and the
    /// next step; for another error, the reason.
    ///
    /// - Parameter isStill: Whether the notice of another error adds that the position is unchanged.
    init(_ error: APIError, leavingPosition isStill: Bool, in page: OperatorPageContext) {
        guard error == .positionMoved, let situation = page.situation else {
            self.init(.bad, "Not done: \(Self.reason(of: error)).\(isStill ? " The position is unchanged." : "")")
            return
        }
        let printed = situation.piece.printed(at: situation.programPosition.measure).text(of: situation.piece)
        let next =
            situation.position.source.isAutomatic
            ? "Press Hold to stop automatic moves, then press again."
            : "Check the measure on the air, then press again."
        self.init(.bad, "Not done: \(page.mover) has moved the concert to \(printed). \(next)")
    }

    /// Returns the reason of an error, with the labels of the message form in place of the names of the API's members.
    private static func reason(of error: APIError) -> String {
        guard error.code == .invalidMessage, error.detail != error.faults.first?.reason else { return error.detail }
        return error.faults.map { fault in
            let label = labels[fault.field].map { "“\($0)”" } ?? String(fault.field.dropFirst())
            return "\(label) \(fault.reason)"
        }
        .joined(separator: "; ")
    }

    private static let labels = [
        "/title": "Title", "/body": "Text", "/buttonText": "Button text", "/url": "Link address",
    ]

    static let outage = OperatorNotice(
        .bad,
        "Not done: the database does not answer. The phones keep the last position. Press again in a moment.")

    static let remembered = OperatorNotice(
        .bad, "The database does not answer: this is the last known position. Nothing can be changed at the moment.")
}

extension OperatorNotice {
    /// The notices that a redirect can carry, by their names in the query.
    enum RedirectNotice: String, FlashMessage {
        case sent, withdrawn, moved, undone, led, advance
        case onAir = "on-air"
        case offAir = "off-air"
    }

    init(_ carried: RedirectNotice) {
        switch carried {
        case .moved:
            self.init(.good, "Done. You can undo this move for 10 seconds.")
        case .led: self.init(.good, "Done. The page shows who leads the concert now.")
        case .advance: self.init(.good, "Automatic advance changed.")
        case .undone: self.init(.good, "Move undone.")
        case .sent: self.init(.good, "The message is being sent to the screens.")
        case .withdrawn: self.init(.good, "Message withdrawn.")
        case .onAir: self.init(.good, "The concert is on the air, on standby. Press Start when the music begins.")
        case .offAir: self.init(.good, "The concert is off the air.")
        }
    }
}
