import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// A device of a listener: a phone, a browser or a program.
package struct PlayerDevice: Sendable, Hashable, RowDecodable {
    package let id: PlayerDeviceID
    /// The name that listeners see; the identifier if the device has sent no name.
    package let name: String
    /// The abilities that the device has sent; only `play` if it has sent no list of abilities.
    package let abilities: [Ability]
    /// The time at which the device last sent a command to the player or set this entry. Commands within a minute of this time are not recorded.
    package let seenAt: Instant

    package enum Ability: String, Sendable, Hashable, CaseIterable {
        /// The device plays audio. Without this ability, it only controls other devices.
        case play
        /// The device changes the speed of playback.
        case rate
        /// The device plays live streams.
        case live
        /// The device changes its volume on request.
        case volume
    }

    /// The maximum length of an identifier and of a name, in Unicode scalars.
    static let lengthLimit = 100
    /// The maximum number of devices of a listener. A further device replaces the one that was seen least recently.
    static let countLimit = 50
    /// The identifier that is used if neither the request nor the player names a device.
    static let unnamed = "app"

    package init(row: Row) throws(PostgresError) {
        id = try row("device")
        name = try row("name")
        let words: [String] = try row("abilities")
        abilities = words.compactMap(Ability.init)
        seenAt = Instant(try row("seen_at", as: Date.self))
    }

    /// Returns the identifier unchanged. Throws 422, which names `field`, unless it has 1 to `lengthLimit` Unicode scalars and no control characters.
    package static func checked(_ id: String, _ field: String = "/device") throws(APIError) -> PlayerDeviceID {
        if let rule = brokenRule(of: id, limit: lengthLimit) { throw .invalid(field, rule) }
        return id
    }

    /// Returns the rule that a text breaks, beginning with "must"; `nil` if the text has 1 to `limit` Unicode scalars and no control characters.
    static func brokenRule(of text: String, limit: Int) -> String? {
        let count = text.unicodeScalars.count
        guard (1...limit).contains(count) else { return "must have 1 to \(limit) characters, found \(count)" }
        return isPlain(text) ? nil : "must not contain tabs, line breaks or other control characters"
    }

    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
