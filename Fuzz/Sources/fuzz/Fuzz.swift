import Glibc

/// The commands of the fuzzer; the function `main` belongs to libFuzzer. An environment variable names the target, because libFuzzer
/// restarts the program with its own arguments when it merges corpora.
///
///     FUZZ_TARGET=dates fuzz [libFuzzer's arguments]     runs libFuzzer
///     fuzz targets                                       lists names and longest inputs
///     fuzz unpack FILE DIRECTORY                         writes each line of a corpus into a file of its own
///     fuzz pack DIRECTORY                                prints the files of a directory as a corpus
private enum Fuzz {
    static let target: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            fatalError("FUZZ_TARGET names none of \(FuzzTarget.all.map(\.name))")
        }
        return target
    }()

    /// Runs the command in the arguments. Returns `false` if the arguments contain no command, so that libFuzzer runs.
    static func run(_ arguments: [String]) throws -> Bool {
        switch arguments.first {
        case "targets": for target in FuzzTarget.all { print(target.name, target.longest) }
        case "unpack" where arguments.count == 3: try unpack(arguments[1], into: arguments[2])
        case "pack" where arguments.count == 2: try pack(arguments[1])
        default: return false
        }
        return true
    }

    private static func unpack(_ file: String, into directory: String) throws {
        for (number, input) in try Corpus.inputs(String(decoding: try read(file), as: UTF8.self)).enumerated() {
            guard let file = fopen("\(directory)/\(number)", "w") else {
                throw PropertyFailure("cannot write \(directory)")
            }
            fwrite(input, 1, input.count, file)
            fclose(file)
        }
    }

    private static func pack(_ directory: String) throws {
        guard let entries = opendir(directory) else { throw PropertyFailure("cannot read \(directory)") }
        defer { closedir(entries) }
        var lines: Set<String> = []
        while let entry = readdir(entries) {
            // Read in place: an entry is only as long as its name, and copying the whole C type would read beyond the end of the entry.
            let name = MemoryLayout<dirent>.offset(of: \.d_name).map {
                String(cString: UnsafeRawPointer(entry).advanced(by: $0).assumingMemoryBound(to: CChar.self))
            }
            guard let name else { continue }
            guard name != ".", name != ".." else { continue }
            let bytes = try read("\(directory)/\(name)")
            if !bytes.isEmpty { lines.insert(Corpus.line(bytes)) }
        }
        for line in lines.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) { print(line) }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw PropertyFailure("cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while true {
            let byte = getc(file)
            if byte == EOF { return bytes }
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
    }
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> Int32 {
    let arguments = (1..<max(1, Int(count.pointee))).map { String(cString: arguments.pointee[$0]) }
    do {
        if try Fuzz.run(arguments) { exit(0) }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    do {
        try Fuzz.target.check(Array(UnsafeBufferPointer(start: bytes, count: size)))
    } catch {
        // libFuzzer saves the input of a run that traps.
        fatalError("\(error)")
    }
    return 0
}
