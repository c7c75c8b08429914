import Foundation
import Testing
import Yams

/// `openapi.yaml` equals its joined parts. The test compares them as trees; `scripts/lint` compares the text.
struct InterfacePartsTests {
    /// The parts and the main file.
    private static let parts = PackageFiles.modules.map { "Sources/\($0)/OpenAPI" }.flatMap { folder in
        PackageFiles.files(in: folder).map { "\(folder)/\($0)" }
    }
    private static let head = "Sources/Web/OpenAPI/openapi.yaml"

    private static func tree(_ file: String) throws -> [String: Any] {
        try Yams.load(yaml: PackageFiles.text(of: file)) as? [String: Any] ?? [:]
    }

    @Test func theAPIDescriptionEqualsItsJoinedParts() throws {
        var made = try Self.tree(Self.head)
        var (paths, components) = ([String: Any](), made["components"] as? [String: [String: Any]] ?? [:])
        #expect(Self.parts.count > 20)
        for file in Self.parts where file != Self.head {
            let part = try Self.tree(file)
            #expect(Set(part.keys).isSubset(of: ["paths", "components"]), "\(file)")
            for (path, item) in part["paths"] as? [String: Any] ?? [:] {
                #expect(paths.updateValue(item, forKey: path) == nil, "\(path) is in \(file) and in another part")
            }
            for (kind, members) in part["components"] as? [String: [String: Any]] ?? [:] {
                for (name, component) in members {
                    let other = components[kind, default: [:]].updateValue(component, forKey: name)
                    #expect(other == nil, "\(kind)/\(name) is in \(file) and in another part")
                }
            }
        }
        made["paths"] = paths
        made["components"] = components
        let whole = try Self.tree("openapi.yaml")
        #expect(
            NSDictionary(dictionary: made).isEqual(to: whole),
            "openapi.yaml differs from Sources/*/OpenAPI/*.yaml: edit the parts and run scripts/openapi")
    }

    @Test func everyPartOfTheAPIDescriptionIsNamedAfterTheTagOfItsOperations() throws {
        for file in Self.parts where file != Self.head && !file.hasSuffix("/shared.yaml") {
            let tag = file.split(separator: "/").last?.split(separator: ".").first.map(String.init)
            for (path, item) in try Self.tree(file)["paths"] as? [String: [String: Any]] ?? [:] {
                let tags = item.values.compactMap { ($0 as? [String: Any])?["tags"] as? [String] }
                #expect(tags.contains { $0.first == tag }, "\(path) in \(file)")
            }
        }
    }

    /// The manifest must list files that SwiftPM does not compile.
    @Test func theManifestListsEveryModuleWithAPartOfTheAPIDescription() throws {
        let manifest = PackageFiles.text(of: "Package.swift")
        let list = try #require(manifest.split(separator: "let described: Set<String> = [").last?.prefix { $0 != "]" })
        let modules = Set(Self.parts.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
        let listed = list.split(separator: "\"").filter { $0.first?.isLetter == true }.map(String.init)
        #expect(Set(listed) == modules)
    }
}
