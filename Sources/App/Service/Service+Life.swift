import Foundation
import Glibc
import HTTP
import Logging
import Observability
import Postgres

/// The methods of the running service: notifications, signals, hand-over and stop (spec O4.6).
extension Service {
    /// Runs the background tasks and handles signals. Returns after the stop, when the last connection has ended. The stop reports "not ready", waits
    /// for the drain delay (unless a successor has taken over), stops accepting connections, and gives requests in flight at most `grace` seconds.
    func serve(_ signals: ServiceSignals, _ notifier: ServiceNotifier, _ emitter: SupervisedChild?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wiring.readiness.run() }
            group.addTask { await self.wiring.follow(self.installation.addresses.listen) }
            group.addTask { await self.wiring.liveHub.run() }
            group.addTask { await self.wiring.emitterMonitor.run() }
            group.addTask { await self.wiring.advanceService.run() }
            group.addTask { await self.wiring.measurements.run() }
            group.addTask { await self.wiring.consoleInput.run() }
            group.addTask { await self.wiring.requestHistory.run() }
            group.addTask { await self.wiring.channelCounts.run() }
            group.addTask { await self.wiring.scheduleJob.run() }
            group.addTask { await self.wiring.messageSchedule.run() }
            group.addTask { await self.wiring.playingHub.run() }
            group.addTask { await self.wiring.alertHub.run() }
            group.addTask { await self.wiring.playerHub.run() }
            group.addTask { await self.wiring.sharedHub.run() }
            if let libraryService = wiring.libraryService { group.addTask { await libraryService.run() } }
            if let scrobbleService = wiring.scrobbleService { group.addTask { await scrobbleService.run() } }
            group.addTask { await self.keepAlive(notifier) }
            if let folder = settings.importFolder {
                group.addTask { await self.wiring.watch(folder, self.installation.imports) }
            }
            let isSucceeded = await handleEvents(signals, notifier, emitter)
            wiring.readiness.isDraining = true
            notifier.stopping()
            Task.detached {
                for await event in signals.events {
                    if case .stop = event { _exit(1) }
                }
            }
            if isSucceeded {
                // From here on, the successor must answer the probes.
                await admin?.stopAccepting()
            } else if settings.drainDelay > 0 {
                try? await Task.sleep(for: .seconds(settings.drainDelay))
            }
            await closeServer(isSucceeded: isSucceeded)
            group.cancelAll()
        }
    }

    /// Stops accepting connections and closes all connections. After a hand-over, idle connections keep their full timeout, since nothing waits for
    /// this process.
    private func closeServer(isSucceeded: Bool) async {
        // This step comes first, because clients of closed streams reconnect immediately.
        await server.stopAccepting()
        wiring.liveHub.close()
        wiring.playingHub.close()
        wiring.alertHub.close()
        wiring.playerHub.close()
        wiring.sharedHub.close()
        broadcast?.close()
        await server.stop(grace: Self.grace, idleGrace: isSucceeded ? server.limits.idleTimeout : 1)
    }

    /// Reports to the service manager at each watchdog interval that the event loops run, until the task is cancelled.
    private func keepAlive(_ notifier: ServiceNotifier) async {
        let interval = notifier.watchdogInterval ?? .seconds(10)
        while (try? await Task.sleep(for: interval)) != nil {
            await server.turn()
            notifier.alive()
        }
    }

    /// Handles events until the service must stop, and returns whether a successor has taken over.
    private func handleEvents(
        _ signals: ServiceSignals, _ notifier: ServiceNotifier, _ emitter: SupervisedChild?
    ) async -> Bool {
        var successor: Successor?
        for await event in signals.events {
            switch event {
            case .reload:
                notifier.reloading()
                await reload(emitter)
                notifier.ready()
            case .handOver where successor != nil:
                logger.warning("a hand-over is already in progress", metadata: ["pid": "\(successor?.pid ?? 0)"])
            case .handOver:
                successor = await startSuccessor(signals, notifier)
            case .succeeded(let pid):
                logger.notice("a successor has taken over", metadata: ["pid": "\(pid)"])
                return true
            case .notSucceeded(let reason):
                logger.error(
                    "the hand-over failed: this process continues to serve requests", metadata: ["reason": "\(reason)"])
                successor = nil
            case .stop(let signal):
                logger.notice("stopping", metadata: ["signal": "\(signal)"])
                successor?.end()
                return false
            }
        }
        return false
    }

    // MARK: - Hand-over

    /// The time limit for a successor to become ready, in seconds. It is long because the database may be slow.
    private static let successionLimit: Int32 = 60

    /// Starts the process that takes over the listening sockets; its result arrives as an event. Logs the reason and returns `nil` on failure.
    private func startSuccessor(_ signals: ServiceSignals, _ notifier: ServiceNotifier) async -> Successor? {
        if let obstacle = obstacleToHandOver(notifier) {
            logger.error(
                "the hand-over failed: this process continues to serve requests", metadata: ["reason": "\(obstacle)"])
            return nil
        }
        let http = await server.duplicateSockets()
        let probes = await admin?.duplicateSockets() ?? []
        defer { for socket in http + probes { close(socket) } }
        do {
            let successor = try Successor(
                .own, http: http, admin: probes, environment: ProcessInfo.processInfo.environment)
            logger.notice("starting a successor", metadata: ["pid": "\(successor.pid)"])
            Task { signals.post(await successor.waitUntilReady(limit: Self.successionLimit)) }
            return successor
        } catch {
            logger.error(
                "the hand-over failed: this process continues to serve requests", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Returns the reason why this process cannot hand over (docs/decisions/0013-a-new-process-inherits-the-listening-sockets.md); `nil` if it can.
    private func obstacleToHandOver(_ notifier: ServiceNotifier) -> String? {
        if installation.cluster != nil {
            return
                "the private PostgreSQL ends with the process that started it; a hand-over requires your own PostgreSQL in DATABASE_URL"
        }
        if notifier.isManaged {
            return
                "the service manager watches this process: restart the unit instead; its socket unit holds new connections during the restart"
        }
        return nil
    }

    // MARK: - Reload

    /// Reads the settings again and applies the limits of the server, the rate limits and the addresses of the database. If an address has changed,
    /// the emitter is restarted. If any setting is invalid, nothing changes.
    private func reload(_ emitter: SupervisedChild?) async {
        let new: Settings
        do throws(SettingsError) {
            new = try Settings(environment: ProcessInfo.processInfo.environment)
            if installation.cluster == nil, new.databaseURL == nil {
                throw SettingsError(problems: ["DATABASE_URL is empty: set it again, or restart the server"])
            }
        } catch {
            let problems = error.problems.joined(separator: "; ")
            return logger.error(
                "invalid settings: the previous settings stay in force", metadata: ["problems": "\(problems)"])
        }
        var changes = new.limits.changes(from: server.limits)
        changes += new.rates.changes(from: wiring.rates.limits)
        await server.apply(new.limits)
        wiring.rates.apply(new.rates)
        logDescriptorShortage()
        if let url = new.databaseURL, installation.cluster == nil,
            installation.addresses.replace(with: DatabaseAddresses(url: url, settings: new))
        {
            changes.append("database-URLs")
            await emitter?.restart(environment: emitterEnvironment)
        }
        logger.notice(
            "settings reloaded",
            metadata: ["changed": "\(changes.isEmpty ? "nothing" : changes.joined(separator: " "))"])
    }

    /// Logs a notice if the system allows fewer descriptors than the settings allow connections.
    func logDescriptorShortage() {
        let (descriptors, connections) = (server.descriptorLimit, server.limits.connections)
        guard descriptors < connections else { return }
        logger.notice(
            """
            fewer file descriptors than connections are allowed: raise LimitNOFILE or `ulimit -n`, or lower \
            TUTTI_MAX_CONNECTIONS
            """,
            metadata: ["descriptors": "\(descriptors)", "connections": "\(connections)"])
    }
}
