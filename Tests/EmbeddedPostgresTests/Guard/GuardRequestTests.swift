import Testing

@testable import EmbeddedPostgres

struct GuardRequestTests {
    @Test(arguments: [
        GuardRequest(.keep(log: "/log"), user: nil, ["/bin/postgres", "-D", "/data", "--"]),
        GuardRequest(.keep(log: "/log"), user: "postgres", ["/bin/postgres"]),
        GuardRequest(.run, user: "postgres", ["/bin/initdb", "-A", "peer"]),
        GuardRequest(.reach, user: nil, ["/data"]),
    ])
    func aGuardRequestIsReadBackFromItsArguments(request: GuardRequest) {
        #expect(request.arguments.first == GuardRequest.argument)
        #expect(GuardRequest(arguments: Array(request.arguments.dropFirst())) == request)
    }

    @Test(arguments: [
        [], ["keep"], ["keep", "--"], ["keep", "--", "/bin/postgres"], ["dance", "--", "/x"], ["run", "/x"],
    ])
    func malformedArgumentsOfAGuardAreRefused(arguments: [String]) {
        #expect(GuardRequest(arguments: arguments) == nil)
    }
}
