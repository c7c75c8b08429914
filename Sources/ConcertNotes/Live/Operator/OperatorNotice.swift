import Web

/// One sentence above the position: what became of the last press.
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

    /// What a refusal tells the operator.
    init(_ error: APIError) {
        if error == .positionMoved {
            self.init(
                .info,
                "Not counted: the position had already changed when this press arrived, by a first press or by someone "
                    + "else. This is where it is now.")
        } else {
            self.init(.bad, "Not done: \(error.detail). The position is unchanged.")
        }
    }

    static let outage = OperatorNotice(
        .bad,
        "Not done: the database cannot be reached. The phones keep the last position. Press again in a moment.")

    static let remembered = OperatorNotice(
        .bad, "The database cannot be reached: this is the last position known. Nothing can be changed just now.")
}

extension OperatorNotice {
    /// The notices that a redirect can carry in its query, by name.
    enum Carried: String {
        case sent, withdrawn
        case onAir = "on-air"
        case offAir = "off-air"
    }

    init(_ carried: Carried) {
        switch carried {
        case .sent: self.init(.good, "The message is on its way to the screens.")
        case .withdrawn: self.init(.good, "The message is withdrawn.")
        case .onAir: self.init(.good, "The concert is on the air. Press Start when the music begins.")
        case .offAir: self.init(.good, "The concert is off the air.")
        }
    }
}
