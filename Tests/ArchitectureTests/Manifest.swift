import Foundation

/// Package.swift, parsed as text: `library("Web", ["HTTP", log])` and similar entries.
///
/// `swift package dump-package` would be exact, but it would start a compiler inside a test.
enum Manifest {
    /// Modules that come from other packages.
    static let products: Set<String> = ["Logging", "ArgumentParser"]

    /// Libraries that several test targets share.
    static let testLibraries: Set<String> = [
        "TestSupport", "WebTestSupport", "CloudStandIn", "CFaultControl", "ZipTestSupport",
        "PlayerCoreTestSupport",
    ]

    private static let productNamed = ["log": "Logging", "arguments": "ArgumentParser"]

    /// Returns the modules that a target's entry lists; the tests of a module depend on the module, too.
    static func dependencies(of target: String) -> Set<String> {
        guard target.hasSuffix("Tests") else { return entry(["library", "program"], target) }
        let subject = String(target.dropLast("Tests".count))
        return entry(["tests"], subject).union(entry([".testTarget"], target)).union([subject])
    }

    private static func entry(_ functions: [String], _ name: String) -> Set<String> {
        let manifest = PackageFiles.text(of: "Package.swift")
        let words = Substring(manifest).split { $0.isWhitespace }.joined(separator: " ")
        let openings = functions.flatMap { function in
            ["(", "( ", "(name: ", "( name: "].map { "\(function)\($0)\"\(name)\"" }
        }
        for opening in openings {
            guard let start = words.range(of: opening)?.upperBound else { continue }
            let rest = words[start...]
            // `library("Gzip")` has no list: the parenthesis comes before any bracket.
            guard let bracket = rest.firstIndex(of: "["), !rest[..<bracket].contains(")"),
                let end = rest[bracket...].firstIndex(of: "]")
            else { return [] }
            let items = rest[rest.index(after: bracket)..<end].split { $0 == "," || $0 == " " }
            return Set(items.map { item in productNamed[String(item)] ?? item.filter { $0 != "\"" } })
        }
        return []
    }
}
