import RadioImports

extension Settings {
    /// Returns the limits for files of radio data imported over HTTP. Records a problem for each invalid setting.
    static func imports(_ environment: inout Environment) -> ImportLimits {
        var limits = ImportLimits()
        func set(
            _ member: WritableKeyPath<ImportLimits, Int>, _ name: String, in range: ClosedRange<Int>, unit: Int = 1
        ) {
            if let value = environment.integer(name, in: range) { limits[keyPath: member] = value * unit }
        }
        set(\.body, "TUTTI_IMPORT_MAX_BODY", in: 1...1024, unit: 1 << 20)
        set(\.unpacked, "TUTTI_IMPORT_MAX_UNPACKED", in: 1...8192, unit: 1 << 20)
        set(\.memory, "TUTTI_IMPORT_MAX_MEMORY", in: 1...4096, unit: 1 << 20)
        set(\.text, "TUTTI_IMPORT_MAX_TEXT", in: 1...9000, unit: 1 << 10)
        set(\.fields, "TUTTI_IMPORT_MAX_FIELDS", in: 10...100_000)
        set(\.attributes, "TUTTI_IMPORT_MAX_ATTRIBUTES", in: 10...256)
        set(\.tag, "TUTTI_IMPORT_MAX_TAG", in: 1...1024, unit: 1 << 10)
        set(\.namespaces, "TUTTI_IMPORT_MAX_NAMESPACES", in: 10...256)
        set(\.depth, "TUTTI_IMPORT_MAX_DEPTH", in: 10...64)
        set(\.elements, "TUTTI_IMPORT_MAX_ELEMENTS", in: 1000...200_000_000)
        limits.processorSeconds =
            environment.integer("TUTTI_IMPORT_MAX_SECONDS", in: 1...3600) ?? limits.processorSeconds
        return limits
    }
}
