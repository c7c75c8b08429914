import Tenancy

/// A printer of PDF documents, which `App` supplies if the installation has a program for it. Otherwise, the browser prints.
public protocol PDFPrinter: Sendable {
    /// Returns a page, which is HTML in UTF-8 that names no other files, as PDF. Throws `APIError` 503 if too many pages are waiting, and another
    /// error if the page cannot be printed.
    func pdf(of page: [UInt8], for tenant: TenantID) async throws -> [UInt8]
}
