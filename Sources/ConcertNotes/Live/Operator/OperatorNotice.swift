import Web

/// One sentence beside the buttons: what became of the last press.
struct OperatorNotice: Sendable, Hashable {
    enum Kind: String, Sendable {
        case good, info, bad
    }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// What a refusal tells the operator: the reason and the next step.
    ///
    /// - Parameter isStill: whether the form was about the position and left it where it was, which a message never was and a
    ///   row of presses may not have.
    init(_ error: APIError, leavingPosition isStill: Bool, in scene: OperatorScene) {
        guard error == .positionMoved, let situation = scene.situation else {
            self.init(.bad, "Not done: \(error.detail).\(isStill ? " The position is unchanged." : "")")
            return
        }
        let printed = situation.piece.printed(at: situation.place.measure).spoken(of: situation.piece)
        let next =
            situation.position.source.isAutomatic
            ? "Press Hold to stop it, then go on." : "Look at the measure on the air, then press again."
        self.init(.bad, "Not done: \(scene.mover) has moved the concert to \(printed). \(next)")
    }

    static let outage = OperatorNotice(
        .bad,
        "Not done: the database cannot be reached. The phones keep the last position. Press again in a moment.")

    static let remembered = OperatorNotice(
        .bad, "The database cannot be reached: this is the last known position. Nothing can be changed at the moment.")
}

extension OperatorNotice {
    /// The notices that a redirect can carry in its query, by name.
    enum Carried: String, FlashMessage {
        case sent, withdrawn, moved, undone
        case onAir = "on-air"
        case offAir = "off-air"
    }

    init(_ carried: Carried) {
        switch carried {
        case .moved:
            self.init(.good, "Done. The position on the air is shown below; you can undo this for 10 seconds.")
        case .undone: self.init(.good, "Undone.")
        case .sent: self.init(.good, "The message is on its way to the screens.")
        case .withdrawn: self.init(.good, "Message withdrawn.")
        case .onAir: self.init(.good, "The concert is on the air, on standby. Press Start when the music begins.")
        case .offAir: self.init(.good, "The concert is off the air.")
        }
    }
}
