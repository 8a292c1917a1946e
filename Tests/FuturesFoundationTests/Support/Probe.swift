/// An object to watch the lifetime of.
final class Probe: Sendable {}
