import Foundation
import Glibc
import Testing

@testable import Observability

@Suite struct SettingFileTests {
    private static let (root, service, other): (uid_t, uid_t, uid_t) = (0, 1_000, 2_000)

    /// Each case states whether the service's user accepts a secret file with this mode and owner.
    @Test(
        arguments: [
            (0o600, service, true), (0o400, service, true), (0o700, service, true),
            (0o640, service, false), (0o604, service, false), (0o644, service, false), (0o620, service, false),
            // These are credentials of systemd, and Kubernetes secrets with fsGroup.
            (0o400, root, true), (0o440, root, true), (0o640, root, true),
            (0o444, root, false), (0o660, root, false), (0o441, root, false),
            (0o600, other, false), (0o400, other, false),
        ] as [(mode_t, uid_t, Bool)])
    func aSecretFileAccessibleToOthersIsRefused(mode: mode_t, owner: uid_t, isRead: Bool) {
        let obstacle = SettingFile.obstacle(mode: mode, owner: owner, user: Self.service, isSecret: true)
        #expect((obstacle == nil) == isRead, "\(obstacle ?? "")")
    }

    @Test(
        arguments: [(0o644, true), (0o664, true), (0o666, false), (0o602, false)] as [(mode_t, Bool)])
    func aSettingFileWritableByEveryoneIsRefused(mode: mode_t, isRead: Bool) {
        let obstacle = SettingFile.obstacle(mode: mode, owner: Self.other, user: Self.service, isSecret: false)
        #expect((obstacle == nil) == isRead)
    }

    @Test func aSettingFileThatIsNotTextOrTooLongIsRefused() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        for bytes in [[0xFF, 0xFE], [UInt8](repeating: 0x61, count: SettingFile.limit + 1)] {
            try Data(bytes).write(to: URL(filePath: file))
            chmod(file, 0o600)
            #expect(throws: SettingFile.Refusal.self) { try SettingFile.text(file, isSecret: true) }
        }
        #expect(throws: SettingFile.Refusal.self) { try SettingFile.text("/tmp", isSecret: false) }
    }
}
