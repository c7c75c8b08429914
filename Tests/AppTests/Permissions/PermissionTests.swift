import HTTP
import Testing
import Web

/// Tests that compare the permission table, and every route that requires a permission, with `PermissionMatrix`.
struct PermissionTests {
    @Test func theRolesOfEachPermissionEqualTheExpectedMatrix() {
        #expect(PermissionMatrix.roles == Role.allCases.map(\.rawValue))
        let table = Permission.allCases.map { ($0.rawValue, Set($0.roles.map(\.rawValue))) }
        #expect(Dictionary(uniqueKeysWithValues: table) == PermissionMatrix.rows)
    }

    /// `tutti user add --help` documents this rule.
    @Test func anAdministratorHasThePermissionsOfEveryOtherRole() {
        for permission in Permission.allCases { #expect(permission.roles.contains(.admin), "\(permission)") }
    }

    /// Spec S1.3.
    @Test func everyRouteAdmitsExactlyTheRolesOfItsPermission() async throws {
        try await RoleStage.with { stage in
            var asked: Set<Permission> = []
            for route in stage.routes {
                guard case .permission(let permission) = route.access else { continue }
                asked.insert(permission)
                let row = try #require(PermissionMatrix.rows[permission.rawValue])
                for role in Role.allCases {
                    let status = await stage.answer(route, as: role).status.code
                    let passes = status < 500 && status != 401 && status != 403
                    #expect(passes == row.contains(role.rawValue), "\(route.operation) as \(role): \(status)")
                    #expect(passes || status == 403, "\(route.operation) as \(role): \(status)")
                }
            }
            #expect(asked == Set(Permission.allCases), "some permission is required by no route")
        }
    }

    /// Spec R2, Decided 3.
    @Test func anonymousRequestsForProtectedRoutesMustSignIn() async throws {
        try await RoleStage.with { stage in
            for route in stage.routes {
                guard case .permission = route.access else { continue }
                let answer = await stage.answer(route, as: nil)
                if route.errors == .page {
                    #expect(answer.status == .seeOther, "\(route.operation)")
                    #expect(answer.fields["Location"]?.hasPrefix("/login") == true, "\(route.operation)")
                } else {
                    #expect(answer.status == .unauthorized, "\(route.operation)")
                }
            }
        }
    }
}
