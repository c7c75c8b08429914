import HTTP

/// `/openapi.yaml`: the description of the interface, as it was built in (RFC 9512 has the media type).
public struct SpecificationRoutes: Sendable {
    private let document: Representation

    /// Compresses once, in a few milliseconds.
    ///
    /// - Parameter lastModified: of the document, in seconds since 1970.
    public init(document: [UInt8], lastModified: Int64) {
        self.document = Representation(
            mediaType: "application/yaml", identity: document, compress: true, lastModified: lastModified,
            fields: ["Cache-Control": "no-cache"])
    }

    public var routes: [Route] {
        [Route("getSpecification", .get, "/openapi.yaml", access: .everyone, endpoint: getSpecification)]
    }

    /// Answers `getSpecification`.
    func getSpecification(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(document))
    }
}
