/// Returns a limit of bytes for a message, such as `128 KiB`.
func limitText(_ bytes: Int) -> String {
  bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
}
