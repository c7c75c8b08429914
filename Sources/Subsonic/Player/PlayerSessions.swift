import MusicLibrary
import PlayerCore
import SoundCloud
import Web

/// The players of listeners, which `App` implements with the module Players. The rules of the session are in `PlayerCore`.
public protocol PlayerSessions: Sendable {
    /// Returns the player of a listener at the current time: the stored session after applying the time that has passed since.
    func session(of listener: Listener) async throws -> ListenerSession

    /// Returns the items of the tracks with these URNs, by URN. Unknown tracks have no entry.
    func items(_ tracks: [String], of listener: Listener) async throws -> [String: PlayerItem]

    /// Applies all events to a player in one transaction, or none.
    ///
    /// - Parameters:
    ///   - device: The device that sends the events; `nil` for the playing device.
    ///   - countsListens: Whether tracks that begin are announced, and tracks that are heard are added to the listening history.
    ///   - events: Receives the current session and returns the events for it. May be called more than once.
    /// - Throws: 409 or 422 for an event that the session refuses, 409 for the start of playback in a shared session, and the errors of `events`.
    func perform(
        as device: PlayerDeviceID?, of listener: Listener, countsListens: Bool,
        events: @escaping @Sendable (PlayerSession) throws -> [PlayerEvent]
    ) async throws
}

/// A player with the time at which it was read.
public struct ListenerSession: Sendable {
    public let session: PlayerSession
    public let now: PlayerTime
    /// When the player last changed; `nil` if never.
    public let changedAt: Instant?

    public init(_ session: PlayerSession, now: PlayerTime, changedAt: Instant?) {
        (self.session, self.now, self.changedAt) = (session, now, changedAt)
    }
}
