/// The check that refuses invalid statements before they are sent.
enum StatementCheck {
    /// The maximum number of parameters, which the Bind message counts in 16 bits.
    static let bindLimit = 65_535

    /// Throws `refused` for an invalid setting, a statement that `StatementRule` refuses, or too many values, and `nulByte` for a value with a NUL.
    static func check(_ statements: [SQL], settings: [LocalSetting] = []) throws(PostgresError) {
        for setting in settings {
            guard setting.name.isValid else {
                throw .refused(
                    reason: "the setting name \"\(setting.name.text)\" must be lower-case words joined by dots")
            }
            guard !setting.value.utf8.contains(0) else {
                throw .refused(reason: "the value of a setting contains a NUL byte")
            }
        }
        for statement in statements {
            if let objection = StatementRule.objection(to: statement) { throw .refused(reason: objection) }
            guard statement.binds.count <= bindLimit else {
                throw .refused(
                    reason: "the statement has \(statement.binds.count) values, but the maximum is \(bindLimit)")
            }
            for (index, bind) in statement.binds.enumerated() where bind.holdsNUL {
                throw .nulByte(parameter: index + 1)
            }
        }
    }
}
