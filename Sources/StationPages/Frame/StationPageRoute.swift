import Web

extension Route {
    /// Returns the route of a page that shows a part of the station and changes nothing.
    static func stationPage(_ operation: String, _ path: String, _ endpoint: @escaping Endpoint) -> Route {
        Route(operation, .get, path, access: .permission(.viewStation), errors: .page, endpoint: endpoint)
    }
}
