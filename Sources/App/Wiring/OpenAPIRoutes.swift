import Foundation
import HTTP
import OpenAPIDocument
import Web

/// `/openapi.yaml`: the description of this interface, as it was built.
struct OpenAPIRoutes: Sendable {
    private let document = Representation(
        mediaType: "application/yaml", identity: OpenAPIDocument.yaml, compress: true,
        lastModified: Int64(Date.now.timeIntervalSince1970), fields: ["Cache-Control": "no-cache"])

    var routes: [Route] {
        [Route("getOpenAPI", .get, "/openapi.yaml", access: .everyone, errors: .plain, endpoint: getOpenAPI)]
    }

    /// Answers `getOpenAPI`.
    @Sendable
    func getOpenAPI(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(document))
    }
}
