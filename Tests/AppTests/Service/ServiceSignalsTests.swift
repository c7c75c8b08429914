import Glibc
import TestSupport
import Testing

@testable import App

@Suite struct ServiceSignalsTests {
    @Test func eachSignalStopsHandsOverOrReloadsTheService() {
        #expect(ServiceEvent(signal: SIGTERM, terminalIsGone: false) == .stop(signal: SIGTERM))
        #expect(ServiceEvent(signal: SIGINT, terminalIsGone: false) == .stop(signal: SIGINT))
        #expect(ServiceEvent(signal: SIGUSR2, terminalIsGone: false) == .handOver)
        #expect(ServiceEvent(signal: SIGHUP, terminalIsGone: false) == .reload)
        #expect(ServiceEvent(signal: SIGHUP, terminalIsGone: true) == .stop(signal: SIGHUP))
    }

    @Test func aClosedTerminalIsDetected() async throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // These are TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which unlockpt(3) and ptsname(3) use.
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(end >= 0)
        defer { close(end) }
        let terminal = Terminal(end)
        #expect(!terminal.isGone)
        close(master)
        // A program that another test starts at this moment has the descriptor open until its exec.
        #expect(await eventually(within: .seconds(120)) { terminal.isGone })
        #expect(!Terminal(end).isGone, "a descriptor that is not a terminal cannot be closed as one")
    }
}
