import HTTP
import Web

extension Route {
    /// Returns the route of a page for any account of the tenant. Errors are also shown as pages.
    static func accountPage(_ operation: String, _ path: String, endpoint: @escaping Endpoint) -> Route {
        Route(operation, .get, path, access: .account, errors: .page, endpoint: endpoint)
    }

    /// Returns the POST route of a form on a page that every account may use. `bodyLimit` is the maximum size of the body, in bytes. Errors are also
    /// shown as pages.
    static func accountForm(
        _ operation: String, _ path: String, bodyLimit: Int = 64 * 1024, endpoint: @escaping Endpoint
    ) -> Route {
        Route(operation, .post, path, access: .account, errors: .page, bodyLimit: bodyLimit, endpoint: endpoint)
    }
}
