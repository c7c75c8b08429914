import Foundation
import Testing

/// The first page of each library's documentation describes the contents of every folder of the module, and states what
/// the module does not contain.
struct LandingPageTests {
    private static let withoutPage: Set<String> = [
        "tutti", "tutti-emitter", "http-probe", "embed-text", "Migrations", "OpenAPIDocument", "CLibcrypto", "CLibpq",
        "CLibxml2", "CZlib", "CDBus", "CSystem",
    ]

    private static let libraries = PackageFiles.modules.filter { !withoutPage.contains($0) }

    @Test(arguments: libraries)
    func eachLandingPageListsTheFoldersOfItsModule(module: String) {
        let page = PackageFiles.text(of: "Sources/\(module)/\(module).docc/\(module).md")
        #expect(page.hasPrefix("# ``\(module)``\n"), "Sources/\(module)/\(module).docc/\(module).md")
        #expect(page.contains("\n## What does not\n"))
        // "- `Live/Hub`: …" describes a folder below `Live`.
        let named = Set(
            page.split(separator: "\n").compactMap { line in
                line.wholeMatch(of: /- `(\w+)[\w\/]*`: .*/).map { String($0.1) }
            })
        let folders = Set(
            PackageFiles.swiftFiles(below: "Sources/\(module)").compactMap { path in
                let parts = path.split(separator: "/")
                return parts.count > 3 ? String(parts[2]) : nil
            })
        #expect(folders.subtracting(named).isEmpty, "\(module) has folders that its page does not mention")
        let existing = Set(PackageFiles.files(in: "Sources/\(module)"))
        #expect(named.subtracting(existing).isEmpty, "the page of \(module) mentions folders that do not exist")
    }
}
