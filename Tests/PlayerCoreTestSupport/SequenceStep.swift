import PlayerCore

/// An event with its sender and time.
public struct SequenceStep: Sendable, Hashable, CustomStringConvertible {
    public let event: PlayerEvent
    public let sender: PlayerDeviceID
    public let now: PlayerTime

    public init(_ event: PlayerEvent, from sender: PlayerDeviceID, at now: PlayerTime) {
        (self.event, self.sender, self.now) = (event, sender, now)
    }

    public var description: String { "\(now.milliseconds) ms, \(sender): \(event)" }
}
