import Cryptography
import HTTP
import PlayerCore
import Web

/// A request to change a player.
package struct PlayerCommand: Sendable {
    /// The device that sends the request; `nil` for the session's device, or for `PlayerDevice.unnamed` if the session has none.
    let device: PlayerDeviceID?
    let condition: IfMatch
    /// The idempotency key. A repeated request with the same key within a day changes nothing and gets the effects of the first request.
    let key: String?
    /// The SHA-256 digest of the request, which shows whether another request has used the same key; empty without a key.
    let digest: [UInt8]
    /// The part of the queue that `events` reads.
    let reads: PlayerQueuePart
    /// Receives the session after the passage of time, and returns the events to apply to it, either all or none; empty if the session is already as
    /// requested. May be called more than once for one command.
    let events: @Sendable (PlayerSession) throws -> [PlayerEvent]

    init(
        _ request: Request, device: String?, reads: PlayerQueuePart = .excerpt,
        events: @escaping @Sendable (PlayerSession) throws -> [PlayerEvent]
    ) throws(APIError) {
        self.device = if let device { try PlayerDevice.checked(device) } else { nil }
        condition = IfMatch(request)
        key = try request.idempotencyKey()
        digest = key == nil ? [] : Self.digest(of: request)
        (self.reads, self.events) = (reads, events)
    }

    private static func digest(of request: Request) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: "\(request.method) \(request.path)\n".utf8)
        hash.update(data: request.body)
        return Array(hash.finalize())
    }

    /// Creates the command of a form, without an `If-Match` condition and without an idempotency key.
    package init(
        device: PlayerDeviceID?, reads: PlayerQueuePart = .excerpt,
        events: @escaping @Sendable (PlayerSession) throws -> [PlayerEvent]
    ) {
        self.device = device
        (condition, key, digest) = (IfMatch(nil), nil, [])
        (self.reads, self.events) = (reads, events)
    }
}

/// The outcome of a command.
package struct PlayerOutcome: Sendable {
    /// The player as stored, before the passage of time and the command were applied.
    let before: PlayerSession
    package let session: PlayerSession
    package let now: PlayerTime
    let effects: [PlayerEffect]
}

/// A refused event, with the session in which it is not allowed.
struct PlayerRefused: Error, Sendable {
    let refusal: PlayerRefusal
    let session: PlayerSession
}

/// A failed `If-Match` condition, with the current session.
struct PlayerChanged: Error, Sendable {
    /// The value of `If-Match` in the request.
    let known: String
    let session: PlayerSession
    let now: PlayerTime
}
