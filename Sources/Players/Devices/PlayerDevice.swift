import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// A device of a listener: a phone, a browser or a program.
struct PlayerDevice: Sendable, Hashable, RowDecodable {
    let id: PlayerDeviceID
    /// The name that listeners see; the identifier if the device has sent no name.
    let name: String
    /// The abilities that the device has sent, in the order of `Ability`.
    let abilities: [Ability]
    /// The time of the last request of the device, to the minute.
    let seenAt: Instant

    enum Ability: String, Sendable, Hashable, CaseIterable {
        /// The device plays audio. Without this ability, it only controls other devices.
        case play
        /// The device changes the speed of playback.
        case rate
        /// The device plays live streams.
        case live
        /// The device changes its volume on request.
        case volume
    }

    /// The largest length of an identifier and of a name, in characters.
    static let lengthLimit = 100
    /// The largest number of devices of a listener. A new device replaces the one that was seen least recently.
    static let countLimit = 50
    /// The device of a request that names none, while the player has no device either.
    static let unnamed = "app"

    init(row: Row) throws(PostgresError) {
        id = try row("device")
        name = try row("name")
        let words: [String] = try row("abilities")
        abilities = words.compactMap(Ability.init)
        seenAt = Instant(try row("seen_at", as: Date.self))
    }

    /// Checks the identifier of a device, and returns it.
    static func checked(_ id: String, _ field: String = "/device") throws(APIError) -> PlayerDeviceID {
        let count = id.unicodeScalars.count
        guard (1...lengthLimit).contains(count), isPlain(id) else {
            throw .invalid(
                field,
                "must have 1 to \(lengthLimit) characters, without control characters, found "
                    + Phrase.count(count, "character"))
        }
        return id
    }

    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
