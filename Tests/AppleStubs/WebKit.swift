// WebKit, of which this project uses nothing yet. See scripts/stages/apple.sh.
@_exported import Foundation
