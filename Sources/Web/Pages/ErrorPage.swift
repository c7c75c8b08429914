import HTTP
import Tenancy

/// A refusal or a failure as a page: what is wrong, and a way on.
struct ErrorPage: Sendable {
    let error: APIError
    let tenant: Tenant?

    func response(fields: Fields) -> Response {
        var page = Page(
            error.status.reason, tenant: tenant, caller: nil,
            content: """
                <p class="notice bad" role="alert">\(Self.sentence(error.detail))</p>
                \(faults)
                <p><a href="/">To the start page</a></p>
                """)
        page.status = error.status
        return page.response(fields: fields)
    }

    private var faults: HTML {
        guard error.faults.count > 1 else { return .empty }
        return "<ul>\(error.faults.map { fault -> HTML in "<li>\(fault.field) \(fault.reason)</li>" })</ul>"
    }

    /// A detail starts in lower case and has no full stop; on a page it is a sentence.
    private static func sentence(_ detail: String) -> String {
        detail.prefix(1).uppercased() + detail.dropFirst() + (detail.hasSuffix(".") ? "" : ".")
    }
}
