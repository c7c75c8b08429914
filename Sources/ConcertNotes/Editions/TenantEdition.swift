import Web

/// The responses of a tenant at one state of the database. An edition does not change; a change of the content leads to a new edition.
public protocol TenantEdition: AnyObject, Sendable {
    var mark: EditionMark { get }

    /// The stored responses by request target.
    var targets: TargetTable { get }

    /// Builds the documents that clients request first. A failure does not matter, because the request builds the document again.
    func warm() async
}
