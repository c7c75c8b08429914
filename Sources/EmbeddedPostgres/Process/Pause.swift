/// Sleeps for all of `duration`, in a cancelled task too: a server that is half started or half stopped is seen
/// through to its end, and a loop that polls for that end must not spin.
func pause(_ duration: Duration) async {
    await Task.detached { try? await Task.sleep(for: duration) }.value
}
