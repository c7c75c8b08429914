/// What an operation needs that its schema does not say.
struct WallRecipe {
    /// Members of its body with these values, beside or in place of what the schema gives; `nil` leaves one out.
    var body: [String: (any Sendable)?] = [:]
    /// Parameters of the path or query with these values.
    var parameters: [String: String] = [:]
    /// Identifiers of its own: by the member, the name of the row in `WallIdentifier.all`.
    var identifiers: [String: String] = [:]

    /// By `operationId`.
    static let all: [String: WallRecipe] = [
        "setLive": WallRecipe(body: ["measure": 2]),
        "stepLive": WallRecipe(body: ["by": 1]),
        "createSession": WallRecipe(body: ["password": Inhabitant.password]),
        "postLogin": WallRecipe(body: ["password": Inhabitant.password]),
        "postLogout": WallRecipe(body: [:]),
        "postOperatorStep": WallRecipe(body: ["by": 1]),
        "postOperatorJump": WallRecipe(body: ["measure": "2", "counted": "heard"]),
        "postOperatorState": WallRecipe(body: ["state": "held"]),
        "postOperatorMessage": WallRecipe(body: ["title": "words", "style": "BUTTON", "seconds": 60]),
        "sendMessage": WallRecipe(body: ["title": "words", "style": "BUTTON"]),
    ]
}
