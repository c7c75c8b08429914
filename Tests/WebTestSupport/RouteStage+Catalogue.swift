import Web

extension RouteStage {
    /// Creates an item of the radio's catalogue as a programmer and returns its id.
    public func made(_ list: String, _ json: String) async throws -> String {
        let answer = await send(.post, "/api/v1/admin/\(list)", json, as: .programmer)
        guard answer.status == 201, let id = answer["id"] as? String else {
            throw StageFailure.notMade(status: answer.status, answer.text)
        }
        return id
    }
}
