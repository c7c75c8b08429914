import Testing
import Web

@testable import Accounts
@testable import App

/// Tests of the two-tenant matrix. Every operation of `openapi.yaml` and every page and form of the route table is requested at A's host by callers
/// who do not belong to A, and by A with identifiers of B (spec S1.1, Decided 6). No operation is listed here. A new operation is included
/// automatically, and the test fails until its parameters are known.
struct MatrixTests {
    /// All credentials that are not valid at this tenant.
    private struct InvalidCredential {
        let name: String
        let credentials: WallRequest.Credentials
        /// The kind of valid credentials. The same request with an unknown secret of this kind must give the same response, byte for byte.
        let kind: Kind

        enum Kind: CaseIterable {
            case nothing, bearer, cookie

            var ofNobody: WallRequest.Credentials {
                switch self {
                case .nothing: .none
                case .bearer: .bearer(SecretKey())
                case .cookie: .cookie(SecretKey())
                }
            }
        }

        init(_ name: String, _ credentials: WallRequest.Credentials) {
            self.name = name
            self.credentials = credentials
            kind =
                switch credentials {
                case .none: .nothing
                case .bearer: .bearer
                case .cookie, .platformCookie: .cookie
                }
        }
    }

    private static func invalidCredentials(to operation: WallOperation, on stage: WallStage) -> [InvalidCredential] {
        var invalidCredentials = [InvalidCredential("nobody", .none)]
        for role in Role.allCases {
            guard let foreign = stage.b.members[role], let own = stage.a.members[role] else { continue }
            invalidCredentials += [
                InvalidCredential("B's \(role)", .bearer(foreign.token)),
                InvalidCredential("B's \(role) in a browser", .cookie(foreign.browser)),
                InvalidCredential("an ended \(role)", .bearer(own.endedToken)),
                InvalidCredential("an ended \(role)'s browser", .cookie(own.endedBrowser)),
            ]
            // A platform administrator belongs to no tenant.
            guard operation.isForPlatform else { continue }
            invalidCredentials += [
                InvalidCredential("A's \(role)", .bearer(own.token)),
                InvalidCredential("A's \(role) in a browser", .cookie(own.browser)),
            ]
        }
        return invalidCredentials
            + (operation.isForPlatform ? [] : [InvalidCredential("the platform", .bearer(stage.platformToken))])
    }

    /// Spec S5.2.
    @Test func theTestsOfTwoTenantsCoverEveryRouteAndParameterName() async throws {
        try await WallStage.with { stage in
            let routed = Set(stage.wiring.routes.map(\.operation))
            #expect(Set(stage.routed.map(\.name)) == routed, "a route is neither described nor a page")
            #expect(WallStage.ofNoTenant.isSubset(of: stage.operations.map(\.name)))
            let unknown = Set(stage.routed.flatMap { WallRequest(stage: stage, operation: $0).undeclaredNames })
            #expect(unknown == [], "classify these names in WallIdentifier as identifiers or plain values")
        }
    }

    @Test func callersWithInvalidCredentialsReadAndChangeNothing() async throws {
        try await WallStage.with { stage in
            let (a, b) = (try await stage.picture(of: stage.a), try await stage.picture(of: stage.b))
            for operation in stage.routed {
                let maker = WallRequest(stage: stage, operation: operation)
                // An operation that is open to everybody may make the change that is its purpose.
                let isOpenChange = !operation.needsLogin && !operation.isRead
                func answer(_ credentials: WallRequest.Credentials) async throws -> WallAnswer {
                    let (request, sent) = try await maker.made(naming: .a, as: .admin, credentials: credentials)
                    let answer = await stage.answer(request, sent: sent)
                    if isOpenChange, answer.status < 400 { try await stage.restore() }
                    return answer
                }
                var unknown: [InvalidCredential.Kind: WallAnswer] = [:]
                for kind in InvalidCredential.Kind.allCases { unknown[kind] = try await answer(kind.ofNobody) }
                for credential in Self.invalidCredentials(to: operation, on: stage) {
                    let whose: Comment = "\(operation) as \(credential.name)"
                    let answer = try await answer(credential.credentials)
                    #expect(!answer.says(stage.b.mark), whose)
                    #expect(!operation.needsLogin || answer.isForInvalidCredentials, whose)
                    // Newly created values, such as tokens, differ in each response.
                    if isOpenChange {
                        #expect(answer.status == unknown[credential.kind]?.status, whose)
                    } else {
                        #expect(answer == unknown[credential.kind], whose)
                    }
                }
                let changes = WallStage.changes(a, try await stage.picture(of: stage.a))
                #expect(changes == [], "\(operation)")
                #expect(WallStage.changes(b, try await stage.picture(of: stage.b), by: operation) == [], "\(operation)")
                if !changes.isEmpty { try await stage.restore() }
            }
        }
    }

    /// The same requests by permitted callers succeed, which shows that the requests are complete.
    @Test func permittedCallersAreServedAndChangeNoOtherTenant() async throws {
        try await WallStage.with { stage in
            let b = try await stage.picture(of: stage.b)
            for operation in stage.routed {
                let maker = WallRequest(stage: stage, operation: operation)
                for role in Set([stage.callers(of: operation).least, stage.callers(of: operation).greatest]) {
                    let (request, sent) = try await maker.made(
                        naming: .a, as: role, credentials: Self.credentials(of: operation, role, stage))
                    let answer = await stage.answer(request, sent: sent)
                    let isWhole =
                        WallRecipe.all[operation.name]?.refusal.map { answer.status == $0 } ?? answer.isSuccess
                    #expect(isWhole, "\(operation) as \(role): the request is incomplete, \(answer)")
                    // A platform administrator reads all tenants.
                    #expect(operation.isForPlatform || !answer.says(stage.b.mark), "\(operation) as \(role)")
                    let found = try await stage.picture(of: stage.b)
                    #expect(WallStage.changes(b, found, by: operation) == [], "\(operation) as \(role)")
                    // An export is a read operation that writes an audit event.
                    if !operation.isRead || found != b { try await stage.restore() }
                }
            }
        }
    }

    /// The operations that create the item named in the path. The name of another tenant's item creates an item of the caller's tenant.
    private static let creatingByName: Set = ["setImage"]
    /// The operations that request every track from SoundCloud, with the caller's own connection. Without an application, which the stage does not
    /// have, they refuse the tracks of both tenants and unknown tracks alike.
    private static let requestedFromSoundCloud: Set = ["getTrackAudio", "getTrackStreams"]

    @Test func identifiersOfAnotherTenantAreAnsweredLikeUnknownIdentifiers() async throws {
        try await WallStage.with { stage in
            let (a, b) = (try await stage.picture(of: stage.a), try await stage.picture(of: stage.b))
            for operation in stage.routed where !operation.isForPlatform {
                let maker = WallRequest(stage: stage, operation: operation)
                let identifiers = try maker.identifiers.filter { !$0.value.isCommon }
                guard !identifiers.isEmpty else { continue }
                let role = stage.callers(of: operation).least
                let credentials = Self.credentials(of: operation, role, stage)
                let (foreign, sentB) = try await maker.made(naming: .b, as: role, credentials: credentials)
                let answer = await stage.answer(foreign, sent: sentB)
                let changed = WallStage.changes(a, try await stage.picture(of: stage.a))
                #expect(WallStage.changes(b, try await stage.picture(of: stage.b)) == [], "\(operation)")
                #expect(!answer.says(stage.b.mark), "\(operation)")
                let inPath = operation.parameters.contains { $0.place == "path" && identifiers[$0.name] != nil }
                if inPath, !Self.creatingByName.union(Self.requestedFromSoundCloud).contains(operation.name) {
                    #expect(answer.status == 404, "\(operation)")
                }
                if answer.status >= 400 { #expect(changed == [], "\(operation)") }
                if !changed.isEmpty { try await stage.restore() }
                // A page may show a remaining time, which can differ by a second between the two requests.
                var isSame = false
                for _ in 0..<5 where !isSame {
                    try await stage.restore()
                    let one = await stage.answer(foreign, sent: sentB)
                    try await stage.restore()
                    let (absent, sentNone) = try await maker.made(naming: .absent, as: role, credentials: credentials)
                    isSame = one == (await stage.answer(absent, sent: sentNone))
                }
                #expect(isSame, "\(operation)")
                try await stage.restore()
            }
        }
    }

    static func credentials(
        of operation: WallOperation, _ role: Role, _ stage: WallStage
    ) -> WallRequest.Credentials {
        if operation.isForPlatform {
            return operation.takesBearer ? .bearer(stage.platformToken) : .platformCookie(stage.platformBrowser)
        }
        guard operation.needsLogin, let member = stage.a.members[role] else { return .none }
        return operation.takesBearer ? .bearer(member.token) : .cookie(member.browser)
    }
}
