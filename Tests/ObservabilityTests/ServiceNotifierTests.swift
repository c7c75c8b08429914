import Glibc
import Observability
import Testing

@Suite struct ServiceNotifierTests {
    /// Spec O4.8.
    @Test(arguments: [false, true])
    func theStateOfAServiceIsReportedToTheServiceManager(abstract: Bool) throws {
        let name = "tutti-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let path = abstract ? "@\(name)" : "/tmp/\(name)"
        let manager = try Manager(path: path)
        let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": path])
        notifier.ready()
        notifier.status("two\nlines")
        notifier.alive()
        notifier.stopping()
        #expect((0..<4).map { _ in manager.receive() } == ["READY=1", "STATUS=two lines", "WATCHDOG=1", "STOPPING=1"])
    }

    @Test func theServiceManagerIsNotifiedOfAReloadWithItsTime() throws {
        let path = "@tutti-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let manager = try Manager(path: path)
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        ServiceNotifier(environment: ["NOTIFY_SOCKET": path]).reloading()
        let lines = manager.receive().split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "RELOADING=1")
        let time = try #require(lines[1].split(separator: "=").last.flatMap { Int64($0) })
        #expect(lines[1].hasPrefix("MONOTONIC_USEC=") && time / 1_000_000 >= before.tv_sec)
    }

    @Test func notifyingAMissingServiceManagerDoesNotCrash() {
        ServiceNotifier(environment: [:]).ready()
        ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/at/all"]).ready()
        ServiceNotifier(environment: ["NOTIFY_SOCKET": "relative"]).ready()
        ServiceNotifier(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)]).ready()
    }

    @Test func theWatchdogIntervalIsHalfOfTheWatchdogTimeout() {
        #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "3000000"]).watchdogInterval == .milliseconds(1500))
        #expect(
            ServiceNotifier(environment: ["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"]).watchdogInterval == nil)
        #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "x"]).watchdogInterval == nil)
        #expect(ServiceNotifier(environment: [:]).watchdogInterval == nil)
    }
}

/// A datagram socket like the socket of a service manager.
private final class Manager {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            field.copyBytes(from: path.utf8)
            if path.hasPrefix("@") { field[0] = 0 }
        }
        let length = socklen_t(2 + path.utf8.count + (path.hasPrefix("@") ? 0 : 1))
        let bound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(bound == 0)
    }

    deinit {
        close(descriptor)
        if path.hasPrefix("/") { unlink(path) }
    }

    func receive() -> String {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, 5000)
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
