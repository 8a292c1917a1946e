public import AppLinks
public import ArgumentParser

/// The idioms by their names, as in `windows-phone`.
extension DeviceIdiom: @retroactive ExpressibleByArgument {}
