/// The schemes with a meaning to a system or browser, and how the standard policy treats them.
///
/// A browser asks before it opens a URL in another program, and refuses a few URLs. App Links open
/// apps without asking, so the policy refuses more than a browser does:
///
/// - The policy *refuses* schemes that Chromium or Firefox never passes to the system, and schemes
///   of the same kind: the page itself, and not an app, determines what is run, read, mounted or
///   installed.
/// - The policy *requires a confirmation* for actions that a user may want but must know about:
///   calling or writing to someone, connecting to a server of the page's choice, changing a
///   setting, or opening a document of the page's choice.
///
/// The lists of the browsers are `kDeniedSchemes` in Chromium's `external_protocol_handler.cc`, and
/// the preferences `network.protocol-handler.external.…` with the value `false` in Firefox's
/// `all.js`.
///
/// The rules of all systems apply everywhere, because a link can be planned on one system and
/// opened on another. The article "Opening links" contains this table, and a test compares the two.
enum SystemSchemes {
  /// How the policy treats a scheme.
  enum Rule: String {
    case refused
    case asked
  }

  /// The schemes with one meaning.
  struct Row {
    let system: String
    let rule: Rule
    let schemes: [String]
    let reason: String
  }

  static let table: [Row] = [
    // All systems
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
      reason: "show content of the page's choice, or read files; Chromium refuses both, "
        + "Firefox `data`"
    ),
    Row(
      system: "all",
      rule: .refused,
      schemes: [
        "about", "blob", "filesystem", "jar", "moz-icon", "resource", "view-source", "ws", "wss",
      ],
      reason: "have a meaning only inside a browser"
    ),
    Row(
      system: "all",
      rule: .refused,
      schemes: ["news", "nntp", "snews"],
      reason: "read news from a server; Chromium refuses `nntp`"
    ),
    Row(
      system: "all",
      rule: .asked,
      schemes: [
        "callto", "mailto", "mms", "mmsto", "sip", "sips", "skype", "sms", "smsto", "tel",
      ],
      reason: "write a message or start a call"
    ),
    Row(
      system: "all",
      rule: .asked,
      schemes: [
        "dav", "davs", "ftp", "ftps", "irc", "ircs", "ldap", "ldaps", "ms-rd", "rdp", "sftp", "ssh",
        "telnet", "vnc",
      ],
      reason: "connect to a server that the page chooses"
    ),
    // Apple
    Row(
      system: "iOS",
      rule: .asked,
      schemes: ["facetime", "facetime-audio", "facetime-prompt", "telprompt"],
      reason: "start a call"
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
        mount a server's volume with the user's credentials; Chromium and Firefox refuse `afp`, \
        `disk` and `disks`
        """
    ),
    Row(
      system: "macOS",
      rule: .refused,
      schemes: ["applescript", "help", "x-man-page"],
      reason: "pass text to Script Editor, Help Viewer or Terminal; Firefox refuses `help`"
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
        "hcp", "ie.ftp", "ie.http", "iehistory", "ierss", "its", "mk", "ms-cxh", "ms-cxh-full",
        "ms-help", "ms-its", "ms-msdt", "res", "search", "search-ms", "shell", "vnd.ms.radio",
      ],
      reason: "pass arguments to Windows components; Firefox refuses most of them, Chromium seven"
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
    Row(
      system: "Windows",
      rule: .asked,
      schemes: ["ms-device-enrollment", "ms-quick-assist"],
      reason: "hand the control of the device to an organization or a helper"
    ),
    // Android
    Row(
      system: "Android",
      rule: .refused,
      schemes: ["android-app", "intent"],
      reason: "name the component to start; Chrome removes the name and starts only browsable "
        + "components"
    ),
    Row(
      system: "Android",
      rule: .refused,
      schemes: ["android.resource", "content"],
      reason: "read data of other apps"
    ),
  ]

  /// Returns the schemes of a rule.
  static func schemes(_ rule: Rule) -> Set<String> {
    Set(table.filter { $0.rule == rule }.flatMap(\.schemes))
  }
}
