import Logging
import OSC
import Synchronization
import Tenancy
import Web

/// A receiver that performs the commands in the OSC messages of consoles and followers (spec D5), for each tenant one after the other in the order
/// of their arrival. A datagram with an invalid message is refused as a whole. If a command fails, the later commands of its datagram are skipped.
public final class ConsoleInput: Sendable {
    private let settings: ConsoleSettings
    private let store: LiveStore
    private let messages: AudienceMessageStore
    private let hub: LiveHub
    private let tenant: @Sendable (String) async throws -> TenantID?
    private let logger: Logger
    private let queues = Mutex<[String: (tail: Task<Void, Never>, waiting: Int)]>([:])

    /// The largest number of unfinished datagrams of a tenant; further datagrams are dropped.
    private static let limit = 64

    /// Creates a receiver, which opens its socket when `run` is called. `tenant` returns the active tenant with a short name; if it returns `nil`,
    /// the commands are dropped.
    public init(
        _ settings: ConsoleSettings, store: LiveStore, messages: AudienceMessageStore, hub: LiveHub,
        tenant: @escaping @Sendable (String) async throws -> TenantID?, logger: Logger
    ) {
        self.settings = settings
        self.store = store
        self.messages = messages
        self.hub = hub
        self.tenant = tenant
        self.logger = logger
    }

    /// Receives until the task is cancelled. Returns at once if no address is set, or, after logging the error, if the address cannot be used.
    public func run() async {
        guard let endpoint = settings.endpoint else { return }
        let receiver: OSCReceiver
        do {
            receiver = try OSCReceiver(endpoint)
        } catch {
            logger.error("OSC messages cannot be received", metadata: ["error": "\(error)"])
            return
        }
        logger.notice("receiving OSC messages", metadata: ["port": "\(receiver.port)"])
        await withTaskCancellationHandler {
            for await datagram in receiver.datagrams { accept(datagram) }
        } onCancel: {
            receiver.close()
        }
    }

    /// Checks a datagram and queues its commands. Ignores datagrams from addresses that are not listed.
    func accept(_ datagram: OSCDatagram) {
        guard let slug = settings.tenant(ofSender: datagram.sender) else {
            logger.debug("an OSC message came from an address that is not listed")
            return
        }
        let commands: [ConsoleCommand]
        do {
            commands = try OSCPacket(datagram.bytes).messages.compactMap { try settings.command(of: $0, from: slug) }
        } catch {
            logger.warning("an OSC message was refused", metadata: ["tenant": "\(slug)", "error": "\(error)"])
            return
        }
        guard !commands.isEmpty else { return }
        queues.withLock { state in
            let previous = state[slug]
            guard previous?.waiting ?? 0 < Self.limit else { return }
            let tail = Task {
                await previous?.tail.value
                await perform(commands, of: slug)
                queues.withLock { $0[slug]?.waiting -= 1 }
            }
            state[slug] = (tail, (previous?.waiting ?? 0) + 1)
        }
    }

    /// Waits until all accepted commands of a tenant have been performed.
    func finish(_ slug: String) async { await queues.withLock { $0[slug]?.tail }?.value }

    private func perform(_ commands: [ConsoleCommand], of slug: String) async {
        do {
            guard let tenant = try await tenant(slug) else { return }
            for command in commands { try await perform(command, in: tenant) }
            await hub.caughtUp(in: tenant)
        } catch {
            logger.notice("an OSC command was refused", metadata: ["tenant": "\(slug)", "error": "\(error)"])
        }
    }

    private func perform(_ command: ConsoleCommand, in tenant: TenantID) async throws {
        let attribution = LiveAttribution(source: .osc)
        switch command {
        case .go(let target): _ = try await store.set(target, in: tenant, by: attribution)
        case .step(let step): _ = try await store.step(step, in: tenant, by: attribution)
        case .hold(let isHeld):
            _ = try await store.set(LiveTarget(state: isHeld ? .held : .running), in: tenant, by: attribution)
        case .blackout(let isDark):
            _ = try await store.set(LiveTarget(state: isDark ? .blackout : .running), in: tenant, by: attribution)
        case .takeOver: _ = try await store.takeOver(in: tenant, by: attribution)
        case .reading(let reading): _ = try await store.read(reading, in: tenant, by: attribution)
        case .push(let title, let body, let buttonText):
            let draft = try AudienceMessageDraft(
                title: title, body: body, style: buttonText.isEmpty ? "AUTO" : "BUTTON", buttonText: buttonText,
                now: .now)
            _ = try await messages.send(draft, in: tenant)
        }
    }
}
