import Testing

/// Slices have no global state. App creates shared objects and passes them to the slices (decision 0062).
struct SharedStateTests {
    private static let modifiers: Set<String> = [
        "static", "public", "internal", "private", "fileprivate", "nonisolated", "nonisolated(unsafe)", "final",
    ]

    /// The package's classes and actors, whose instances usually have state.
    private static let classes = Set(
        PackageFiles.sources.flatMap { $0.text.code.compactMap { declared($0, by: ["class", "actor"]) } }
            .map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    ).union(["Mutex", "Atomic"]).subtracting([""])

    @Test(arguments: PackageFiles.sources.filter { Picture.slices.contains($0.module) })
    func slicesHaveNoStaticState(file: PackageFiles.File) {
        for (number, line) in file.text.code.enumerated() {
            guard let declaration = Self.shared(line) else { continue }
            let isStored = !declaration.contains("{")
            #expect(
                !(declaration.hasPrefix("var ") && isStored), "\(file.path):\(number + 1) has a global variable"
            )
            guard declaration.hasPrefix("let ") else { continue }
            let next = number + 1 < file.text.code.count ? String(file.text.code[number + 1]) : ""
            let whole = declaration.hasSuffix("=") ? declaration + next : declaration
            let named = Self.classes.intersection(Self.types(whole))
            #expect(named.isEmpty, "\(file.path):\(number + 1) shares \(named.sorted()) throughout the process")
        }
    }

    /// Returns the static or global declaration of a line, starting with `let` or `var`.
    private static func shared(_ line: Substring) -> String? {
        let isGlobal = line.first.map { !$0.isWhitespace } ?? false
        guard isGlobal || line.split(separator: " ").contains("static") else { return nil }
        return declared(line, by: ["let"]).map { "let " + $0 } ?? declared(line, by: ["var"]).map { "var " + $0 }
    }

    /// Returns the text after a keyword that only modifiers precede.
    private static func declared(_ line: Substring, by keywords: Set<String>) -> String? {
        let words = line.split(separator: " ").map(String.init)
        guard let start = words.firstIndex(where: keywords.contains),
            words[..<start].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { return nil }
        return words[(start + 1)...].joined(separator: " ")
    }

    /// Returns the type that a declaration names, and the type that creates its initial value: `let a: B? = C<D>(…)` names B
    /// and C. A member of a type, such as `Route.Access`, is a different type.
    private static func types(_ declaration: String) -> Set<String> {
        let parts = declaration.split(separator: "=", maxSplits: 1)
        func first(_ text: Substring?) -> String? {
            guard let text = text?.drop(while: { !$0.isLetter }) else { return nil }
            let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return text.dropFirst(name.count).first == "." ? nil : String(name)
        }
        let annotation = parts[0].split(separator: ":", maxSplits: 1).dropFirst().first
        return Set([first(annotation), first(parts.dropFirst().first)].compactMap(\.self))
    }

    /// Caches and other observers register themselves.
    @Test func tenantObserversRegisterThemselves() {
        let observers = PackageFiles.sources.filter { file in
            file.text.code.contains { $0.contains(": TenantObserver {") || $0.contains(": TenantObserver,") }
        }
        #expect(observers.count > 5)
        for file in observers {
            #expect(file.text.code.contains { $0.contains("add(self)") }, "\(file.path) does not register its observer")
        }
    }
}
