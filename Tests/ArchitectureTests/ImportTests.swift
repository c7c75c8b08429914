import Testing

/// Compares the imports of every file and the package's manifest with the diagram in `Picture`.
struct ImportTests {
    @Test func theArchitectureDiagramListsExactlyTheModules() {
        let unplaced = Set(PackageFiles.modules).subtracting(Picture.modules)
        #expect(unplaced.isEmpty, "add them to Picture.rows and to ARCHITECTURE.md")
        let gone = Picture.modules.subtracting(PackageFiles.modules).subtracting(["Migrations"])
        #expect(gone.isEmpty, "Picture.rows lists modules that do not exist")
    }

    /// Spec Decided 15.
    @Test(arguments: Array(Picture.rows.enumerated()))
    func modulesImportOnlyModulesBelowThem(position: Int, row: Picture.Row) {
        let below = Set(Picture.rows[(position + 1)...].map(\.module))
        #expect(row.mayImport.isSubset(of: below), "\(row.module) may import only modules of later rows")
    }

    @Test(arguments: PackageFiles.sources)
    func filesImportOnlyModulesThatTheDiagramAllows(file: PackageFiles.File) {
        let ours = file.imports.intersection(Picture.modules).subtracting([file.module])
        let allowed = Picture.row(of: file.module)?.mayImport ?? []
        #expect(ours.isSubset(of: allowed), "\(file.path) imports \(ours.subtracting(allowed).sorted())")
    }

    @Test func slicesDoNotImportEachOther() {
        for slice in Picture.slices {
            let known = Picture.row(of: slice)?.mayImport.intersection(Picture.slices)
            #expect(known == Picture.stems[slice] ?? [], "\(slice) must declare a protocol instead of this import")
        }
    }

    @Test(arguments: Picture.leaves.sorted())
    func onlyAppImportsLeafModules(leaf: String) {
        let importers = Set(PackageFiles.sources.filter { $0.imports.contains(leaf) }.map(\.module))
        #expect(importers.isSubset(of: ["App"]))
    }

    @Test(arguments: Picture.ownerOfLibrary.sorted { $0.key < $1.key })
    func eachCLibraryIsImportedOnlyByItsOwner(library: String, owner: String) {
        let importers = Set(PackageFiles.sources.filter { $0.imports.contains(library) }.map(\.module))
        #expect(importers.isSubset(of: [owner]), "only \(owner) may import \(library)")
    }

    @Test(arguments: PackageFiles.modules.filter { $0 != "CSystem" })
    func theManifestDeclaresExactlyTheImportedModules(module: String) {
        guard !PackageFiles.swiftFiles(below: "Sources/\(module)").isEmpty else { return }
        let declared = Manifest.dependencies(of: module).intersection(Picture.modules.union(Manifest.products))
        let imported = PackageFiles.sources.filter { $0.module == module }.reduce(into: Set<String>()) {
            $0.formUnion($1.imports)
        }.intersection(Picture.modules.union(Manifest.products)).subtracting([module])
        #expect(imported.subtracting(declared).isEmpty, "\(module) imports modules that Package.swift does not declare")
        #expect(declared.subtracting(imported).isEmpty, "Package.swift declares modules that \(module) does not import")
    }

    /// Incremental builds find undeclared modules of other targets without an error.
    @Test(arguments: PackageFiles.testTargets)
    func theManifestDeclaresTheModulesThatTestsImport(target: String) {
        let imported = PackageFiles.files(of: target, below: "Tests/\(target)").reduce(into: Set<String>()) {
            $0.formUnion($1.imports)
        }.intersection(Picture.modules.union(Manifest.products).union(Manifest.testLibraries))
        let missing = imported.subtracting(Manifest.dependencies(of: target))
        #expect(missing.isEmpty, "\(target) imports \(missing.sorted()), which Package.swift does not declare")
    }
}
