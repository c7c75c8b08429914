import Foundation
import Glibc

extension Process {
    /// Waits until the process has ended, on any thread. `waitUntilExit` polls without a pause, which takes a whole core, on a thread other than the
    /// one that started the process.
    public func waitForEnd() {
        while isRunning { usleep(5_000) }
    }
}
