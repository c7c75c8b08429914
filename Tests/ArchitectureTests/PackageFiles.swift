import Foundation
import Testing

/// The files of the package, found relative to the tests.
enum PackageFiles {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// One Swift file of a module.
    struct File: Sendable, CustomTestStringConvertible {
        let module: String
        /// The path from the root of the package.
        let path: String
        let text: SwiftText

        var testDescription: String { path }

        /// Whether the file is a script for browsers.
        var isScript: Bool { path.hasSuffix(".js") }

        /// Whether every line of the file is a text for people or a name.
        var isText: Bool { path.hasSuffix(".txt") }

        /// The imported modules, without attributes and submodules.
        var imports: Set<String> {
            Set(
                text.code.compactMap { line in
                    let words = line.split(separator: " ")
                    guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count,
                        words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains($0) })
                    else { return nil }
                    return words.last?.split(separator: ".").first.map(String.init)
                })
        }

        private static let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    }

    /// The modules below `Sources`, including those without Swift files.
    static let modules: [String] = folders(in: "Sources")

    /// Every Swift file below `Sources`.
    static let sources: [File] = modules.flatMap { files(of: $0, below: "Sources/\($0)") }

    /// The files below `Sources` that contain texts for people but no Swift: scripts for browsers, the settings and the
    /// audit actions.
    static let texts: [File] = modules.flatMap { module in
        [".js", "/settings.txt", "/audit-actions.txt"].flatMap { paths(below: "Sources/\(module)", ending: $0) }
            .map { File(module: module, path: $0, text: SwiftText(text(of: $0))) }
    }

    /// The parts of `openapi.yaml`, which the modules own.
    static let interfaceParts: [String] = modules.flatMap { paths(below: "Sources/\($0)", ending: ".yaml") }
        .filter { $0.contains("/OpenAPI/") }

    /// The test targets, such as "WebTests".
    static let testTargets: [String] = folders(in: "Tests").filter { $0.hasSuffix("Tests") }

    /// Returns every Swift file of a module.
    static func files(of module: String, below folder: String) -> [File] {
        swiftFiles(below: folder).map { File(module: module, path: $0, text: SwiftText(text(of: $0))) }
    }

    static func text(of path: String) -> String {
        guard let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    static func files(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return (names ?? []).sorted()
    }

    static func swiftFiles(below folder: String) -> [String] { paths(below: folder, ending: ".swift") }

    private static func paths(below folder: String, ending suffix: String) -> [String] {
        let base = root.appendingPathComponent(folder).path
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: base)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    private static func folders(in folder: String) -> [String] {
        files(in: folder).filter { name in
            var isFolder: ObjCBool = false
            let path = root.appendingPathComponent("\(folder)/\(name)").path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }
    }
}
