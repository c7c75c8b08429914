import Testing

@testable import EmbeddedPostgres

struct AccessRulesTests {
    private let rules = AccessRules(user: "hall", roles: Role.allCases.map(\.rawValue))

    /// Spec O1.5.
    @Test func onlyPeerAuthenticationOnTheSocketIsAllowed() {
        let lines = rules.hostBased.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines == ["local all all peer map=own", "local replication app_dump peer map=own"])
    }

    @Test func theServicesUserIsMappedToTheThreeDatabaseRoles() {
        let lines = rules.identity.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines == ["own \"hall\" app_owner", "own \"hall\" app_rt", "own \"hall\" app_dump"])
    }
}
