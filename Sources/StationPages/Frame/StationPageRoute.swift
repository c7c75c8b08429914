import Web

extension Route {
    /// Creates the route of a read-only station page.
    static func stationPage(_ operation: String, _ path: String, _ endpoint: @escaping Endpoint) -> Route {
        Route(operation, .get, path, access: .permission(.viewStation), errors: .page, endpoint: endpoint)
    }
}
