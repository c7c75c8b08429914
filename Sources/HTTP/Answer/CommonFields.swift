/// The fields sent with every response, `Server.Configuration.fields`, as bytes. A response's own field of the same name replaces a common field.
struct CommonFields {
    private let lines: [(name: String, bytes: [UInt8])]
    /// All field lines, concatenated, each with its CRLF.
    let all: [UInt8]
    /// The `Fields.nameMask` of the lines.
    let nameMask: UInt64
    /// One bit for each length of a common field's name, modulo 64. The names of fields with other lengths need not be compared.
    private let lengthMask: UInt64

    init(_ fields: Fields) {
        lines = fields.lines.map { (name: $0.name, bytes: FieldLine.bytes(Fields(lines: [$0]))) }
        all = lines.flatMap(\.bytes)
        nameMask = fields.nameMask
        lengthMask = fields.lines.reduce(0) { $0 | 1 << UInt64($1.name.utf8.count & 63) }
    }

    /// Returns whether one of `fields` replaces a common field.
    func areOverridden(by fields: Fields) -> Bool {
        for line in fields.lines where lengthMask & 1 << UInt64(line.name.utf8.count & 63) != 0 {
            for common in lines where Fields.same(line.name, common.name) { return true }
        }
        return false
    }

    /// Appends the lines that neither `fields` nor `others` replaces.
    func append(except fields: Fields, _ others: Fields, to output: inout OutputBuffer) {
        for common in lines {
            let isNamed: ((name: String, value: String)) -> Bool = { Fields.same($0.name, common.name) }
            if !fields.lines.contains(where: isNamed), !others.lines.contains(where: isNamed) {
                output.append(common.bytes)
            }
        }
    }
}
