import PlayerCore

/// A player that a person controls: without a server (`LocalPlayer`) or on a server (`RemotePlayer`).
protocol ControlledPlayer: Actor {
    /// The player at this moment; `nil` before the first answer of the server.
    var snapshot: PlayerSnapshot? { get }

    /// Brings the snapshot up to date, and reports what the simulated device has done since the last call. Throws if the server cannot be reached or
    /// fails.
    func tick() async throws

    /// Sends an event. Returns the reason for a refused event, otherwise `nil`. Throws if the server cannot be reached or fails.
    func send(_ event: PlayerEvent) async throws -> String?

    /// Replaces the queue with a list on the server, such as "artist:12", and plays the list. Returns the reason for a refused list, otherwise `nil`.
    /// Throws if the server cannot be reached or fails.
    func play(context: String) async throws -> String?
}
