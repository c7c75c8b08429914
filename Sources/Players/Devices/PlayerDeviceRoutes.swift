import HTTP
import PlayerCore
import Tenancy
import Web

/// The endpoints of a listener's devices (spec L40).
public struct PlayerDeviceRoutes: Sendable {
    private let store: PlayerDeviceStore

    public init(database: TenantDatabase) { store = PlayerDeviceStore(database: database) }

    public var routes: [Route] {
        let all = "/api/v1/me/player/devices"
        let one = all + "/{device}"
        return [
            Route("findPlayerDevices", .get, all, access: .account, endpoint: findPlayerDevices),
            Route(
                "setPlayerDevice", .put, one, access: .account, bodyLimit: 8 * 1024, endpoint: setPlayerDevice),
            Route("deletePlayerDevice", .delete, one, access: .account, endpoint: deletePlayerDevice),
        ]
    }

    /// Answers `findPlayerDevices` with all devices of the listener, the most recently seen device first.
    func findPlayerDevices(_ request: Request, _ context: RequestContext) async throws -> Response {
        let devices = try await store.devices(of: context.owner)
        return try .json(ListView(devices.map(PlayerDeviceView.init)), fields: ["Cache-Control": "no-store"])
    }

    private struct Body: Decodable {
        let name: String
        let abilities: [String]?
    }

    /// Answers `setPlayerDevice` with the stored device: 201 if it is new, otherwise 200. Without `abilities`, the device has only `play`. A new
    /// device beyond the limit of 50 replaces the device that was seen least recently. Invalid values get 422.
    func setPlayerDevice(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let id = try PlayerDevice.checked(request.parameter("device"), "device")
        let body = try request.json(as: Body.self, readOnly: ["id", "seenAt"])
        var faults: [APIError.Fault] = []
        if let rule = PlayerDevice.brokenRule(of: body.name, limit: PlayerDevice.lengthLimit) {
            faults.append(.init(field: "/name", reason: rule))
        }
        var abilities: Set<PlayerDevice.Ability> = body.abilities == nil ? [.play] : []
        let words = body.abilities ?? []
        if words.count > 20 {
            faults.append(
                .init(field: "/abilities", reason: "must have at most 20 abilities, found \(words.count)"))
        }
        for (index, word) in words.prefix(20).enumerated() {
            if let ability = PlayerDevice.Ability(rawValue: word) {
                abilities.insert(ability)
            } else {
                let known = SentenceFormat.choice(PlayerDevice.Ability.allCases.map(\.rawValue))
                faults.append(
                    .init(field: "/abilities/\(index)", reason: "must be \(known), found \"\(word.prefix(100))\""))
            }
        }
        guard faults.isEmpty else { throw APIError.invalid(faults) }
        let listed = PlayerDevice.Ability.allCases.filter(abilities.contains)
        let (device, isNew) = try await store.set(id, name: body.name, abilities: listed, of: owner)
        return try .json(
            PlayerDeviceView(device), status: isNew ? .created : .ok, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deletePlayerDevice` with 204, or with 404 if the listener has no device with this ID.
    func deletePlayerDevice(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard try await store.delete(request.parameter("device"), of: context.owner) else {
            throw APIError(
                .notFound, code: .noSuchDevice,
                "you have no device with this ID: GET /api/v1/me/player/devices lists your devices")
        }
        return .noContent
    }
}
