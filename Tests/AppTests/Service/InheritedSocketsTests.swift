import Glibc
import Testing

@testable import App

@Suite struct InheritedSocketsTests {
    @Test func socketsInheritedForAnotherProcessAreNotUsed() {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"], pid: 2)
        #expect(sockets.http.isEmpty && sockets.admin.isEmpty)
    }

    @Test func theSocketNameDistinguishesAdminFromHTTP() {
        let environment = ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "admin:http"]
        let sockets = InheritedSockets(environment: environment, pid: 7)
        #expect(sockets.admin == [3])
        #expect(sockets.http == [4])
    }

    @Test func aSingleUnnamedSocketServesHTTP() {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1"], pid: 7)
        #expect(sockets.http == [3])
        #expect(sockets.admin.isEmpty)
    }

    @Test func onlyADirectChildInheritsThePredecessorsSockets() {
        let environment = ["LISTEN_PPID": "5", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "http:http:admin"]
        let child = InheritedSockets(environment: environment, pid: 7, parent: 5)
        #expect(child.http == [3, 4])
        #expect(child.admin == [5])
        #expect(
            InheritedSockets(environment: environment, pid: 8, parent: 7).http.isEmpty, "a grandchild gets no sockets")
    }
}
