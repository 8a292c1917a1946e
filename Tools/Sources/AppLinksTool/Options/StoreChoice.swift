import AppLinks
import ArgumentParser

/// When the App Store is a step, with the names used on the command line.
enum StoreChoice: String, CaseIterable, ExpressibleByArgument {
  case never
  case insteadOfNothing = "instead-of-nothing"
  case beforeWeb = "before-web"

  var option: NavigationOptions.AppStore {
    switch self {
    case .never: .never
    case .insteadOfNothing: .insteadOfNothing
    case .beforeWeb: .beforeWeb
    }
  }
}
