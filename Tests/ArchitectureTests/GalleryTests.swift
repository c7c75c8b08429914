import Foundation
import Testing

/// The gallery of page components, `/design`, has every component.
struct GalleryTests {
    private static let gallery = PackageFiles.swiftFiles(below: "Sources/Web/Pages/Gallery")
        .map { PackageFiles.text(of: $0) }.joined(separator: "\n")

    /// The names of the types at the top level of the files of components.
    private static let components = PackageFiles.swiftFiles(below: "Sources/Web/Pages/Components").flatMap { path in
        PackageFiles.text(of: path).matches(of: /(?m)^(?:public )?struct ([A-Za-z]+)/).map { String($0.1) }
    }

    @Test func theFilesOfComponentsAreFound() {
        for name in ["AppBar", "Confirmation", "LetterIndex", "ListRow", "ValidationSummary"] {
            #expect(Self.components.contains(name))
        }
    }

    @Test(arguments: components)
    func theGalleryShowsEveryComponent(name: String) {
        #expect(Self.gallery.contains("\(name)("), "\(name) is not in Sources/Web/Pages/Gallery")
    }

    @Test(arguments: [
        "text", "email", "password", "search", "url", "number", "date", "time", "colour", "file", "lines", "choice",
        "grouped",
        "suggestions", "check",
    ])
    func theGalleryShowsEveryKindOfField(kind: String) throws {
        let cases = PackageFiles.text(of: "Sources/Web/Pages/Components/Field.swift")
            .split(separator: "private let label")[0]
        let pattern = try Regex("case [^\\n]*\\b\(kind)\\b")
        #expect(cases.firstMatch(of: pattern) != nil, "Field.Kind has no case \(kind)")
        #expect(kind == "text" || Self.gallery.contains(".\(kind)"), "no field of the kind \(kind) in the gallery")
    }
}
