import Accounts
import Foundation
import Tenancy
import Web

extension Installation {
    /// Imports the subscriptions of a file and returns the line to print, with the numbers of listeners whose subscription has and has not changed. A
    /// dry run only counts. Throws `CommandFailure` for an unknown tenant, and for a file that cannot be read, is too large or has faults; nothing is
    /// then imported.
    public func importSubscriptions(file: String, tenant slug: String, dryRun: Bool) async throws -> String {
        let tenant = try await tenant(slug)
        let bytes = try Self.bytes(ofSubscriptions: file)
        do {
            let report = try await SubscriptionImport(database: data).run(bytes, in: tenant, dryRun: dryRun) {
                AuditEvent("subscription.import", by: .command, detail: $0)
            }
            let verb = dryRun ? "would change" : "changed"
            return "subscriptions: \(report.changed) \(verb), \(report.unchanged) unchanged"
        } catch let error as APIError where !error.faults.isEmpty {
            let faults = error.faults.map { "\(file): \($0.field) \($0.reason)" }
            throw CommandFailure((faults + ["nothing was imported"]).joined(separator: "\n"))
        }
    }

    private static func bytes(ofSubscriptions file: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandFailure("\(file) cannot be read: check that the file exists and that you may read it")
        }
        guard data.count <= SubscriptionImport.sizeLimit else {
            throw CommandFailure(
                """
                \(file) has \(data.count) bytes and may have at most \(SubscriptionImport.sizeLimit) bytes: \
                split the file into several files, each with line 1 of this file
                """)
        }
        return Array(data)
    }
}
