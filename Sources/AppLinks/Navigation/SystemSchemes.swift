/// The schemes to which a system or a browser gives a meaning, and what the standard policy does
/// with them.
///
/// A browser asks before each URL that leaves it, and refuses a few. App Links open apps without a
/// question, so the policy refuses more than a browser does:
///
/// - It *refuses* what Chromium or Firefox never hands to the system, and what is of the same kind:
///   a URL by which the page itself, and not an app, says what is run, read, mounted or installed.
/// - It *asks* before what a user may want but has to know of: to call or write to somebody, to
///   connect to a server of the page's choice, to change a setting, to open a document of the
///   page's choice.
///
/// The lists of the browsers are `kDeniedSchemes` in Chromium's `external_protocol_handler.cc`, and
/// the preferences `network.protocol-handler.external.…` with the value `false` in Firefox's
/// `all.js`.
///
/// The rules of all systems hold everywhere, because a link may be planned on one system and opened
/// on another. The article "Opening links" shows this table; a test compares the two.
enum SystemSchemes {
  /// What is done with a scheme.
  enum Rule: String {
    case refused
    case asked
  }

  /// Schemes with one meaning.
  struct Row {
    let system: String
    let rule: Rule
    let schemes: [String]
    let reason: String
  }

  static let table: [Row] = [
    // Everywhere
    Row(
      system: "all",
      rule: .refused,
      schemes: ["javascript", "vbscript"],
      reason: "run a script; Chromium and Firefox refuse them"
    ),
    Row(
      system: "all",
      rule: .refused,
      schemes: ["data", "file"],
      reason: "show what the page wrote, or read files; Chromium refuses both, Firefox `data`"
    ),
    Row(
      system: "all",
      rule: .refused,
      schemes: [
        "about", "blob", "filesystem", "jar", "moz-icon", "resource", "view-source", "ws", "wss",
      ],
      reason: "mean something within a browser only"
    ),
    Row(
      system: "all",
      rule: .refused,
      schemes: ["nntp"],
      reason: "reads news from a server; Chromium refuses it"
    ),
    Row(
      system: "all",
      rule: .asked,
      schemes: ["mailto", "sms", "smsto", "tel"],
      reason: "write a message or call"
    ),
    Row(
      system: "all",
      rule: .asked,
      schemes: ["ftp", "ftps", "ldap", "ldaps", "rdp", "sftp", "ssh", "telnet", "vnc"],
      reason: "connect to a server that the page chooses"
    ),
    // Apple
    Row(
      system: "iOS",
      rule: .asked,
      schemes: ["facetime", "facetime-audio", "facetime-prompt", "telprompt"],
      reason: "call"
    ),
    Row(
      system: "iOS",
      rule: .asked,
      schemes: ["app-prefs", "app-settings", "prefs"],
      reason: "show settings"
    ),
    Row(
      system: "iOS",
      rule: .asked,
      schemes: ["itms-services", "shortcuts", "workflow"],
      reason: "install an app from outside the App Store, or run a shortcut"
    ),
    Row(
      system: "macOS",
      rule: .refused,
      schemes: ["afp", "cifs", "disk", "disks", "nfs", "smb"],
      reason: """
        mount a volume of a server, with the user's credentials; Chromium refuses `afp`, `disk` and \
        `disks`, and so does Firefox
        """
    ),
    Row(
      system: "macOS",
      rule: .refused,
      schemes: ["applescript", "help", "x-man-page"],
      reason: "hand text to Script Editor, Help Viewer or Terminal; Firefox refuses `help`"
    ),
    Row(
      system: "macOS",
      rule: .asked,
      schemes: ["x-apple.systempreferences"],
      reason: "shows settings"
    ),
    // Windows
    Row(
      system: "Windows",
      rule: .refused,
      schemes: [
        "hcp", "ie.http", "iehistory", "ierss", "mk", "ms-cxh", "ms-cxh-full", "ms-help", "ms-msdt",
        "res", "search", "search-ms", "shell", "vnd.ms.radio",
      ],
      reason: "hand arguments to parts of Windows; Firefox refuses them all, Chromium seven"
    ),
    Row(
      system: "Windows",
      rule: .refused,
      schemes: ["ms-appinstaller", "ms-officecmd"],
      reason: "install or start a program; Microsoft has switched `ms-appinstaller` off by default"
    ),
    Row(
      system: "Windows",
      rule: .asked,
      schemes: [
        "ms-access", "ms-excel", "ms-infopath", "ms-powerpoint", "ms-project", "ms-publisher",
        "ms-spd", "ms-visio", "ms-word",
      ],
      reason: "open a document that the page chooses in Office"
    ),
    Row(
      system: "Windows",
      rule: .asked,
      schemes: ["ms-settings"],
      reason: "shows settings"
    ),
    // Android
    Row(
      system: "Android",
      rule: .refused,
      schemes: ["android-app", "intent"],
      reason: "name the component to start; Chrome takes it out and starts browsable ones only"
    ),
    Row(
      system: "Android",
      rule: .refused,
      schemes: ["android.resource", "content"],
      reason: "read data of apps on the device"
    ),
  ]

  /// The schemes of a rule.
  static func schemes(_ rule: Rule) -> Set<String> {
    Set(table.filter { $0.rule == rule }.flatMap(\.schemes))
  }
}
