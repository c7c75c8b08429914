/// A row of the table: an event in a state and its outcome.
public struct PlayerTransition: Sendable, Hashable {
    /// The number of the requirement, such as "P5", or a word for a rule that has no number of its own.
    public let rule: String
    public let from: PlayerState
    public let event: PlayerEvent.Kind
    /// The conditions of the row, all of which must hold.
    public let conditions: [PlayerCondition]
    public let to: PlayerState
    /// The effects on the audio, in order; empty if the audio goes on as it is.
    public let audio: [AudioEffect]
    let change: PlayerChange

    /// The audio effects in words. "keep" means that active audio goes on; "none" that there is no audio.
    public var audioText: String {
        if !audio.isEmpty { return audio.map(\.rawValue).joined(separator: ", ") }
        return from.isActive ? "keep" : "none"
    }

    public var conditionText: String { conditions.map(\.text).joined(separator: ", ") }
}
