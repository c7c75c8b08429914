import Web

/// A device as JSON.
struct PlayerDeviceView: Encodable, Sendable {
    let id: String
    let name: String
    let abilities: [String]
    let seenAt: Instant

    init(_ device: PlayerDevice) {
        (id, name, seenAt) = (device.id, device.name, device.seenAt)
        abilities = device.abilities.map(\.rawValue)
    }
}
