import Cryptography
import HTTP
import Web

/// The decoded form for importing files.
struct ImportForm: Sendable {
    let format: ImportFormat
    let order: StationImport.Order
    let source: ImportSource
    /// The dry run whose files are to be published; `nil` without an earlier dry run.
    let tried: ImportRecord.ID?
    private let digest: [UInt8]

    /// The values typed into the form, for showing them again after an error, or for publishing a dry run.
    struct Typed: Sendable {
        var format = ""
        var source = ""
        var channel = ""
        var isStrict = false
        var tried: ImportRecord.ID?

        init() {}

        init(_ form: MultipartForm) throws(APIError) {
            format = try form.optional("format")?.text() ?? ""
            source = try form.optional("source")?.text() ?? ""
            channel = try form.optional("channel")?.text() ?? ""
            isStrict = try form.optional("strict") != nil
            tried = try form.optional("tried").flatMap { part throws(APIError) in ImportRecord.ID(try part.text()) }
        }
    }

    /// Decodes the form. Throws `APIError` 400 for a malformed field, and 422 with a fault for each invalid one.
    init(_ form: MultipartForm, _ typed: Typed, _ limits: ImportLimits) throws(APIError) {
        var faults: [APIError.Fault] = []
        let format = ImportFormats.format(named: typed.format)
        if format == nil {
            let found = typed.format.prefix(100)
            faults.append(.init(field: "format", reason: "must be a format from the list, found \"\(found)\""))
        }
        if !typed.source.isEmpty, !ImportOptions.isSource(typed.source) {
            faults.append(
                .init(
                    field: "source",
                    reason:
                        "must be 1 to 100 lower-case letters (a to z), digits or hyphens, found \"\(typed.source.prefix(200))\""
                )
            )
        }
        if typed.channel.utf8.count > 500 {
            let count = typed.channel.utf8.count
            faults.append(
                .init(field: "channel", reason: "must be at most 500 bytes long in UTF-8, found \(count)"))
        }
        let parts = form.parts("files").filter { !$0.content.isEmpty }
        if parts.isEmpty { faults.append(.init(field: "files", reason: "must include a file that is not empty")) }
        for name in parts.map({ $0.fileName ?? "" })
        where name.isEmpty || name.utf8.contains(where: { $0 < 0x20 || $0 == 0x2F }) {
            faults.append(
                .init(
                    field: "files",
                    reason:
                        "must have non-empty names, without slashes or control characters, found \"\(name.prefix(100))\""
                ))
        }
        let mode = try form.optional("act")?.text() ?? "try"
        if !["try", "publish"].contains(mode) {
            faults.append(
                .init(field: "act", reason: "must be \"try\" or \"publish\", found \"\(mode.prefix(100))\""))
        }
        guard let format, faults.isEmpty else { throw .invalid(faults) }
        self.format = format
        tried = typed.tried
        let sorted = Self.sorted(parts, format)
        source = ImportSource(
            name: sorted.count == 1 ? sorted[0].fileName ?? "" : "\(sorted.count) files",
            files: sorted.map { part in
                let name = part.fileName ?? ""
                return ImportSource.File(name: name) { SourceFile(name: name, slice: part.content) }
            })
        var hash = SHA256()
        for part in sorted { hash.update(data: part.content) }
        digest = Array(hash.finalize())
        order = StationImport.Order(
            options: ImportOptions(
                source: typed.source.isEmpty ? nil : typed.source, channel: typed.channel.isEmpty ? nil : typed.channel),
            isDryRun: mode == "try", isStrict: typed.isStrict, limits: limits)
    }

    /// Returns the files in the order of reading: companion files first, then the other files, each group by name.
    private static func sorted(_ parts: [MultipartForm.Part], _ format: ImportFormat) -> [MultipartForm.Part] {
        func key(_ part: MultipartForm.Part) -> (Int, String) {
            let name = part.fileName ?? ""
            return (format.related.contains(name) ? 0 : 1, name)
        }
        return parts.sorted { key($0) < key($1) }
    }

    /// Throws `APIError` 422 if the form publishes a dry run whose files or format differ, or that does not exist (`entry` is `nil`).
    func check(isThatOf entry: ImportRecordStore.Entry?) throws(APIError) {
        guard !order.isDryRun, tried != nil, entry?.sha256 != digest || entry?.format != format.name else { return }
        throw .invalid("files", "must match the dry run in content and format; for other files, do a new dry run first")
    }
}
