import App
import ArgumentParser
import Foundation

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show every setting with its value; secrets are hidden.")

    @Flag(help: "Only check the settings: print `ok`, or print the errors and exit with status 1.")
    var check = false

    mutating func run() throws {
        let environment = ProcessInfo.processInfo.environment
        if check {
            _ = try Settings.current()
            print("ok")
            return
        }
        for setting in Setting.all {
            print("\(setting.name)=\(setting.shown(in: environment))")
            print("    \(setting.meaning)")
        }
        _ = try Settings.current()
    }
}
