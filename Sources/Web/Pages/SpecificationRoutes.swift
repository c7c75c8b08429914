import HTTP

/// The route of `/openapi.yaml`, the OpenAPI document compiled into the program (media type of RFC 9512).
public struct SpecificationRoutes: Sendable {
    private let document: Representation

    /// Creates the route and compresses the document once. `lastModified` is in seconds since 1970.
    public init(document: [UInt8], lastModified: Int64) {
        self.document = Representation(
            mediaType: "application/yaml", identity: document, compress: true, lastModified: lastModified,
            fields: ["Cache-Control": "no-cache"])
    }

    public var routes: [Route] {
        [Route("getSpecification", .get, "/openapi.yaml", access: .everyone, endpoint: getSpecification)]
    }

    /// Answers `getSpecification`. The document is the same for all tenants.
    func getSpecification(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(document))
    }
}
