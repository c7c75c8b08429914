import Tenancy

/// A printer of PDF documents. `App` supplies a printer if the installation has a program that makes PDF. Without a printer, the browser prints the
/// proof.
public protocol PDFPrinter: Sendable {
    /// Returns a page as PDF. The page is HTML in UTF-8 that names no other files.
    ///
    /// - Throws: `APIError` 503 if too many pages are waiting; another error if the page cannot be printed.
    func pdf(of page: [UInt8], for tenant: TenantID) async throws -> [UInt8]
}
