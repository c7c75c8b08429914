import HTTP
import Radio
import Tenancy
import Web

/// The genres in a form: the station's genres, and the TV-Anytime terms that can become genres.
struct GenreChoices: Sendable {
    let database: TenantDatabase

    private var store: GenreStore { GenreStore(database: database) }

    func chooser(_ state: FormState, in tenant: Tenant) async throws -> Chooser {
        var chooser = try await Chooser(
            "genres", keys: state.value["genres"]?.keys ?? [], from: store, state, in: tenant)
        guard let search = state.search, search.name == "genres", !search.text.isEmpty else { return chooser }
        let known = Set(try await store.genres(in: tenant).compactMap(\.code))
        chooser.terms = Array(GenreTerm.matching(search.text).filter { !known.contains($0.code) }.prefix(Self.limit))
        return chooser
    }

    private static let limit = 24

    /// Returns the form with the genre of a TV-Anytime term selected. A missing genre is first added to the genres of the station, where it stays
    /// even if the form is not saved. An unknown code or a refused genre becomes a fault.
    func take(_ code: String, _ state: FormState, _ context: RequestContext) async throws -> FormState {
        var state = state
        guard let term = GenreTerm.named(code) else {
            return state.refused(
                .invalid(
                    "/genres",
                    "cannot contain the TV-Anytime term \"\(code.prefix(100))\", because no term has this code: search for another term"
                ),
                fields: [:])
        }
        do {
            let key = try await key(of: term, context)
            let ids = state.value["genres"]?.list ?? []
            state.value = state.value.with(
                "genres", .list(ids.filter { $0.text != String(key) } + [.text(String(key))]))
            state.note = .successNotice(
                "“\(term.name)” is now one of your genres and is ticked below. Save to keep the selection.")
            return state
        } catch let error as APIError where error.isCorrectable {
            return state.refused(error, fields: [.nameTaken: "genres", .codeTaken: "genres"])
        }
    }

    private func key(of term: GenreTerm, _ context: RequestContext) async throws -> Int64 {
        if let known = try await store.genres(in: context.tenant).first(where: { $0.code == term.code }) {
            return known.id.rawValue
        }
        return try await store.add(
            GenreContent(name: term.name, code: term.code), in: context.tenant.id, context
        ).id
    }
}
