/// A row of the table: a state, an event with its conditions, and the outcome.
public struct PlayerTransition: Sendable, Hashable {
    /// The number of the requirement, such as "P5", or a word for a rule without a number.
    public let rule: String
    public let from: PlayerState
    public let event: PlayerEvent.Kind
    /// The conditions of the row, all of which must hold.
    public let conditions: [PlayerCondition]
    public let to: PlayerState
    /// The effects on the audio, in order; empty if the audio is unchanged.
    public let audio: [AudioEffect]
    let change: PlayerChange

    /// The audio effects in words: "keep" if active audio continues, "none" if there is no audio.
    public var audioText: String {
        if !audio.isEmpty { return audio.map(\.rawValue).joined(separator: ", ") }
        return from.isActive ? "keep" : "none"
    }

    public var conditionText: String { conditions.map(\.text).joined(separator: ", ") }
}
