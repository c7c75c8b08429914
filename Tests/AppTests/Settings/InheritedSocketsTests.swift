import Glibc
import Testing

@testable import App

@Suite struct InheritedSocketsTests {
    @Test func socketsMeantForAnotherProcessAreLeftAlone() {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"], pid: 2)
        #expect(sockets.http == nil && sockets.admin == nil)
    }

    @Test func theNameTellsProbesFromTheService() {
        let environment = ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "admin:http"]
        let sockets = InheritedSockets(environment: environment, pid: 7)
        #expect(sockets.admin == 3)
        #expect(sockets.http == 4)
    }

    @Test func oneUnnamedSocketIsTheServices() {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1"], pid: 7)
        #expect(sockets.http == 3)
        #expect(sockets.admin == nil)
    }
}
