import ArgumentParser
import RunsScreen

extension StatusName: ExpressibleByArgument {}
