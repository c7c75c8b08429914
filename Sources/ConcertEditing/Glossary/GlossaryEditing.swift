import ConcertNotes
import Tenancy
import Web

/// The changes of the glossary that routes and pages share (spec N16). The glossary has no draft: phones get each change without a publication.
///
/// Each change is one transaction with its audit event. Without the account of a request, a change throws `APIError` 401. Names are compared without
/// regard to case; closures throw to refuse the change.
extension GlossaryStore {
    /// Returns the terms in the order of the glossary. Throws `APIError` 503 if the glossary keeps changing while it is read.
    public func terms(in tenant: TenantID) async throws -> [GlossaryItem] {
        for _ in 0..<10 {
            if let found = try await glossary(in: tenant) { return found.glossary.items }
        }
        throw APIError(
            .serviceUnavailable, code: .contentChanging, "the glossary is being changed: try again in a moment",
            retryAfter: 1)
    }

    /// Adds a term at the end. Throws `APIError` 422 for an invalid term, or if the glossary already has a term with its name.
    public func add(_ item: GlossaryItem, in tenant: TenantID, _ context: RequestContext) async throws {
        try await change(in: tenant, recorded: context.audit("glossary.create", subject: item.name)) { items in
            try item.check(among: items)
            items.append(item)
        }
    }

    /// Replaces a term by the result of `change`, and returns the new term. Throws `APIError` 404 for an unknown term, and 422 if the new term is
    /// invalid or has the name of another term.
    public func change(
        _ name: String, in tenant: TenantID, _ context: RequestContext,
        _ change: @Sendable (GlossaryItem) throws -> GlossaryItem
    ) async throws -> GlossaryItem {
        try await self.change(in: tenant, recorded: context.audit("glossary.change", subject: name)) { items in
            let (index, item) = try items.item(name)
            let new = try change(item)
            try new.check(among: items.filter { $0.key != item.key })
            items[index] = new
            return new
        }
    }

    /// Deletes a term after `check` accepts it. Throws `APIError` 404 for an unknown term.
    public func delete(
        _ name: String, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (GlossaryItem) throws -> Void
    ) async throws {
        try await change(in: tenant, recorded: context.audit("glossary.delete", subject: name)) { items in
            let (index, item) = try items.item(name)
            try check(item)
            items.remove(at: index)
        }
    }

    /// Applies a table of terms after `check` accepts the current terms. Throws `APIError` 422 with the faults of the table, if it has any.
    public func apply(
        _ table: GlossaryTable, _ mode: GlossaryTable.Mode, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable ([GlossaryItem]) throws -> Void
    ) async throws {
        let event = try context.audit("glossary.import", detail: ["terms": String(table.rows.count)])
        try await change(in: tenant, recorded: event) { items in
            try check(items)
            guard table.faults.isEmpty else {
                throw APIError.invalid(
                    table.faults.map {
                        APIError.Fault(field: "line \($0.line ?? 1)", reason: $0.reason, suggestion: $0.fix)
                    }
                )
            }
            items = table.applied(to: items, mode)
        }
    }
}

extension GlossaryItem {
    /// Throws `APIError` 422 with every rule that the term breaks, given the other terms.
    func check(among others: [GlossaryItem]) throws(APIError) {
        var faults = problems.map { APIError.Fault("/\($0.member)", $0.problem) }
        if let other = others.first(where: { $0.key == key }) {
            faults.append(
                APIError.Fault(
                    "/name",
                    ContentProblem(
                        "the glossary already has the term \"\(other.name)\"",
                        fix: "edit the existing term instead: phones link each word to one term only")))
        }
        try APIError.check(faults)
    }
}

extension [GlossaryItem] {
    /// Returns the term with this name, without regard to case, and its index. Throws `APIError` 404 if there is none.
    public func item(_ name: String) throws(APIError) -> (index: Int, item: GlossaryItem) {
        let key = GlossaryItem(name: name, category: "", description: "").key
        guard let index = firstIndex(where: { $0.key == key }) else { throw .noSuchTerm }
        return (index, self[index])
    }
}
