import Tenancy

/// A converter of HTML pages to PDF, which `App` supplies if the installation has a program for this purpose. Otherwise, the browser prints.
public protocol PDFPrinter: Sendable {
    /// Returns a page as a PDF document. `page` is HTML in UTF-8 without references to other files. Throws `APIError` 503 if too many pages are
    /// waiting, and another error if the page cannot be converted.
    func pdf(of page: [UInt8], for tenant: TenantID) async throws -> [UInt8]
}
