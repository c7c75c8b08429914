import Foundation
import HTTP
import Testing
import Web

struct BootstrapLibraryTests {
    /// Spec L2. One request returns the first screen, even without signing in.
    @Test func bootstrapNamesTheFirstScreenOfTheLibrary() async throws {
        try await RoleStage.with { stage in
            let route = try #require(stage.routes.first { $0.operation == "getBootstrap" })
            for (role, step) in [(Role?.none, "login"), (.listener, "welcome")] {
                let answer = await stage.answer(route, as: role)
                #expect(answer.status == .ok)
                guard case .bytes(let bytes) = answer.content else { throw CancellationError() }
                let body = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
                #expect((body["library"] as? [String: Any])?["step"] as? String == step)
                #expect((body["settings"] == nil) == (role == nil))
            }
        }
    }
}
