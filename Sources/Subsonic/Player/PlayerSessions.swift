import MusicLibrary
import PlayerCore
import SoundCloud
import Web

/// The players of listeners. The module reads and changes players only through this protocol, which `App` implements with the module
/// Players. The rules of the session are in `PlayerCore`.
public protocol PlayerSessions: Sendable {
    /// Returns the player of a listener as of the current time, which may be at a later position or track than in the stored session. Throws a
    /// database error.
    func session(of listener: Listener) async throws -> ListenerSession

    /// Returns the items of the tracks with these URNs, by URN. Unknown tracks have no entry. Throws a database error.
    func items(_ tracks: [String], of listener: Listener) async throws -> [String: PlayerItem]

    /// Applies events to a player in one transaction. Either all events are applied or none.
    ///
    /// - Parameters:
    ///   - device: The device that sends the events; `nil` for the playing device.
    ///   - countsListens: Whether tracks that are heard are added to the listening history.
    ///   - events: A closure that returns the events for the session as of the current time. May be called more than once.
    /// - Throws: 409 for an event that the session refuses (422 for an invalid rate), or if the events would start playback while the listener is in
    ///   a shared session; an error of `events`; or a database error.
    func perform(
        as device: PlayerDeviceID?, of listener: Listener, countsListens: Bool,
        events: @escaping @Sendable (PlayerSession) throws -> [PlayerEvent]
    ) async throws
}

/// A player with the time at which it was read.
public struct ListenerSession: Sendable {
    public let session: PlayerSession
    public let now: PlayerTime
    /// The time of the last change; `nil` for a player that was never changed.
    public let changedAt: Instant?

    public init(_ session: PlayerSession, now: PlayerTime, changedAt: Instant?) {
        (self.session, self.now, self.changedAt) = (session, now, changedAt)
    }
}
