/// Sleeps for the whole `duration`, even in a cancelled task, since a start or stop must be completed and a polling loop must not spin.
func pause(_ duration: Duration) async {
    await Task.detached { try? await Task.sleep(for: duration) }.value
}
