import Glibc
import Testing

@testable import App

@Suite struct ServiceSignalsTests {
    @Test func eachSignalHasItsMeaning() {
        #expect(ServiceEvent(signal: SIGTERM, terminalIsGone: false) == .stop(signal: SIGTERM))
        #expect(ServiceEvent(signal: SIGINT, terminalIsGone: false) == .stop(signal: SIGINT))
        #expect(ServiceEvent(signal: SIGUSR2, terminalIsGone: false) == .handOver)
        #expect(ServiceEvent(signal: SIGHUP, terminalIsGone: false) == .reload)
        #expect(ServiceEvent(signal: SIGHUP, terminalIsGone: true) == .stop(signal: SIGHUP))
    }

    @Test func aTerminalThatWasClosedIsGone() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which unlockpt(3) and ptsname(3) stand for.
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(end >= 0)
        defer { close(end) }
        let terminal = Terminal(end)
        #expect(!terminal.isGone)
        close(master)
        #expect(terminal.isGone)
        #expect(!Terminal(end).isGone, "what was none at the start cannot go")
    }
}
