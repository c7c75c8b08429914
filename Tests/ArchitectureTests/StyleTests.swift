import Testing

/// Style rules that the formatter cannot check.
struct StyleTests {
    @Test(arguments: PackageFiles.sources.filter { Picture.foundations.contains($0.module) })
    func foundationModulesDoNotUseProductTerms(file: PackageFiles.File) {
        let product: Set<String> = ["tenant", "tenants", "show", "shows", "concert", "concerts"]
        for (number, line) in file.text.code.enumerated() {
            let said = product.intersection(SwiftText.words(in: line))
            #expect(said.isEmpty, "\(file.path):\(number + 1) says \(said.sorted())")
        }
    }

    @Test(arguments: PackageFiles.sources)
    func noTaskMarkersAreLeft(file: PackageFiles.File) {
        for (number, line) in file.text.lines.enumerated() {
            // Put together here, so that this file passes its own rule wherever it is searched.
            for marker in ["TO" + "DO", "FIX" + "ME", "XX" + "X"] {
                #expect(!line.contains(marker), "\(file.path):\(number + 1) has \(marker)")
            }
        }
    }

    @Test(arguments: PackageFiles.sources)
    func uncheckedSendableStatesWhyItIsSafe(file: PackageFiles.File) {
        for (number, line) in file.text.code.enumerated() where line.contains("@unchecked Sendable") {
            // Above the declaration or first thing within it.
            let around = file.text.lines[max(0, number - 6)...min(number + 2, file.text.lines.count - 1)]
            #expect(around.contains { $0.contains("// Safety:") }, "\(file.path):\(number + 1) has no Safety line")
        }
    }

    /// Programs print; libraries log. The guard of the private cluster is a separate process, which prints for its parent process.
    @Test(
        arguments: PackageFiles.sources.filter {
            !programs.contains($0.module) && !$0.path.hasPrefix("Sources/EmbeddedPostgres/Guard/")
        })
    func librariesDoNotPrint(file: PackageFiles.File) {
        for (number, line) in file.text.code.enumerated() {
            let calls = line.split { !$0.isLetter && $0 != "(" && $0 != "." && $0 != "_" }
            let prints = calls.contains { call in ["print(", "debugPrint(", "dump("].contains { call.hasPrefix($0) } }
            #expect(!prints, "\(file.path):\(number + 1) prints")
        }
    }

    private static let programs: Set<String> = ["tutti", "tutti-emitter", "http-probe", "embed-text"]
}
