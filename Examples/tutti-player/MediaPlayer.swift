import Foundation
import PlayerCore

/// The player as a media player on a message bus (MPRIS 2.2), which media keys, lock screens and programs such as `playerctl` control.
///
/// Calls and changes are handled one after the other, so that signals and replies have the order of the changes.
final class MediaPlayer: Sendable {
    private enum Input {
        case call(BusCall)
        case change
    }

    private let player: any ControlledPlayer
    private let bus: MessageBus
    private let inputs: AsyncStream<Input>
    private let continuation: AsyncStream<Input>.Continuation
    private let quit: @Sendable () -> Void

    /// Creates the object on the bus for a player.
    ///
    /// - Parameter quit: Ends the program; called when a client calls `Quit`.
    init(_ player: any ControlledPlayer, quit: @escaping @Sendable () -> Void) {
        (self.player, self.quit) = (player, quit)
        let (inputs, continuation) = AsyncStream<Input>.makeStream()
        (self.inputs, self.continuation) = (inputs, continuation)
        bus = MessageBus(receive: { continuation.yield(.call($0)) }, ended: { continuation.finish() })
    }

    /// Announces changes of the player on the bus, if there are any.
    func playerMayHaveChanged() { continuation.yield(.change) }

    /// Offers the player on a bus, until the bus ends. Throws if the bus cannot be used.
    func serve(on address: String) async throws(BusError) {
        defer { continuation.finish() }
        var published = PublishedPlayer(await snapshot, at: .now)
        let name = MediaPlayerInterface.busName
        let instance = "\(name).instance\(ProcessInfo.processInfo.processIdentifier)"
        _ = try await bus.connect(to: address, as: [name, instance])
        for await input in inputs {
            switch input {
            case .change: announce(published.update(to: await snapshot, at: .now))
            case .call(let call): await answer(call, &published)
            }
        }
    }

    private var snapshot: PlayerSnapshot {
        get async { await player.snapshot ?? PlayerSnapshot() }
    }

    private func answer(_ call: BusCall, _ published: inout PublishedPlayer) async {
        announce(published.update(to: await snapshot, at: .now))
        var outcome = Outcome()
        let reply: BusMessage
        do throws(BusError) {
            outcome = try await perform(call, published.properties)
            reply = .reply(to: call, outcome.values)
        } catch {
            reply = .error(to: call, error)
        }
        announce(
            published.update(
                to: await snapshot, at: .now, wasSought: outcome.hasSought, wasStopped: outcome.hasStopped))
        bus.send(reply)
        guard outcome.quits else { return }
        await bus.flush()
        quit()
    }

    private func announce(_ news: PublishedPlayer.News) {
        if !news.properties.isEmpty {
            let values: [BusValue] = [
                .string(MediaPlayerInterface.player), .dictionary(news.properties), .strings([]),
            ]
            signal(MediaPlayerInterface.properties, "PropertiesChanged", values)
        }
        if let position = news.seekedTo { signal(MediaPlayerInterface.player, "Seeked", [.integer(position)]) }
    }

    private func signal(_ interface: String, _ member: String, _ values: [BusValue]) {
        bus.send(.signal(path: MediaPlayerInterface.path, interface: interface, member: member, values))
    }
}

extension MediaPlayer {
    /// The outcome of a call.
    private struct Outcome {
        /// The values that the method returns.
        var values: [BusValue] = []
        /// Whether the call has changed the position in the track.
        var hasSought = false
        var hasStopped = false
        var quits = false
    }

    /// Performs a method call and returns its outcome. Throws the error to answer with.
    ///
    /// - Parameter properties: The properties of the player that the clients know.
    private func perform(_ call: BusCall, _ properties: [String: BusValue]) async throws(BusError) -> Outcome {
        guard let description = MediaPlayerInterface.description(of: call.path) else { throw .unknownObject(call) }
        let interface = try MediaPlayerInterface.interface(of: call)
        if interface == MediaPlayerInterface.introspectable { return Outcome(values: [.string(description)]) }
        guard call.path == MediaPlayerInterface.path else { throw .unknownMethod(call) }
        switch (interface, call.member) {
        case (MediaPlayerInterface.root, "Quit"): return Outcome(quits: true)
        // CanRaise is false: the player has no window.
        case (MediaPlayerInterface.root, _): return Outcome()
        case (MediaPlayerInterface.player, "OpenUri"):
            throw .notSupported("the player opens no addresses: SupportedUriSchemes is empty")
        case (MediaPlayerInterface.player, let method):
            guard let action = MediaPlayerAction(method: method, call.arguments) else { throw .unknownMethod(call) }
            return try await perform(action)
        default: return try await accessProperty(call, properties)
        }
    }

    private func accessProperty(_ call: BusCall, _ known: [String: BusValue]) async throws(BusError) -> Outcome {
        guard case .string(let interface) = call.arguments.first else { throw .unknownMethod(call) }
        let properties: [String: BusValue]
        switch interface {
        case MediaPlayerInterface.root: properties = MediaPlayerProperties.root
        case MediaPlayerInterface.player:
            properties = known.merging(["Position": .integer(await snapshot.positionMs * 1000)]) { $1 }
        case MediaPlayerInterface.properties, MediaPlayerInterface.introspectable: properties = [:]
        default: throw .unknownInterface(interface)
        }
        guard call.arguments.count > 1, case .string(let name) = call.arguments[1] else {
            return Outcome(values: [.dictionary(properties)])
        }
        guard let value = properties[name] else { throw .unknownProperty(name, of: interface) }
        guard let new = call.arguments.dropFirst(2).first else { return Outcome(values: [.variant(value)]) }
        guard interface == MediaPlayerInterface.player, MediaPlayerProperties.writable.contains(name) else {
            throw .readOnly(name)
        }
        guard let action = try MediaPlayerAction.setting(name, to: new.content) else { return Outcome() }
        return try await perform(action)
    }

    /// Sends the events of an action, computed from the present player. Throws the reason for a refused event.
    private func perform(_ action: MediaPlayerAction) async throws(BusError) -> Outcome {
        do {
            try await player.tick()
            let events = try action.events(in: await snapshot)
            for event in events {
                if let reason = try await player.send(event) { throw BusError.failed(reason) }
            }
            if !events.isEmpty { try await player.tick() }
            var outcome = Outcome(hasSought: events.contains { $0.kind == .seek })
            if case .stop = action { outcome.hasStopped = true }
            return outcome
        } catch let error as BusError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
    }
}
