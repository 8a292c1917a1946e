/// Follows SVG and MathML in a page, where other rules hold than in HTML.
///
/// Inside them nothing is raw text, sections of CDATA exist, and elements may close themselves.
/// Only what is open inside them is kept, to a bounded depth; of what is open outside only the
/// names are counted. An end tag that matches nothing inside ends them if it may match something
/// outside.
struct ForeignContent: Sendable {
  private enum Namespace {
    case html, svg, math
  }

  private struct Entry {
    var name: PackedName
    var element: HTMLElement?
    var namespace: Namespace
    var hasHTMLEncoding = false

    /// Whether what is in the element is HTML.
    var holdsHTML: Bool {
      switch (namespace, element) {
      case (.html, _): true
      case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): true
      case (.math, .annotationXML): hasHTMLEncoding
      default: false
      }
    }

    /// Whether an end tag in the element cannot end what is outside.
    var isScope: Bool {
      switch (namespace, element) {
      case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): true
      case (.math, .annotationXML), (.math, .mathText): true
      default: false
      }
    }

    /// Whether what is in the element is HTML, but for two elements of MathML.
    var holdsMathText: Bool { namespace == .math && element == .mathText }
  }

  private var stack: [Entry] = []

  /// How many elements are open that did not fit on the stack, and how many of these are templates
  /// of HTML.
  private var overflow = 0
  private var overflowTemplates = 0

  private var outside = OpenNames()

  /// More than this many open elements are only counted.
  private static let maximumDepth = 64

  /// Whether the page is in HTML and nothing else.
  var isEmpty: Bool { stack.isEmpty }

  /// Whether CDATA sections are possible here.
  var allowsCDATA: Bool { stack.last.map { $0.namespace != .html } ?? false }

  /// Takes the tag of an element that means nothing but may enclose SVG or MathML; there must be
  /// none open.
  mutating func pass(_ tag: HTMLTag) { outside.note(tag) }

  /// Takes a start tag.
  ///
  /// - Returns: Whether it is the start tag of an HTML element.
  mutating func start(_ tag: HTMLTag) -> Bool {
    if stack.isEmpty, tag.element != .svg, tag.element != .math {
      if !isVoid(tag) { outside.note(tag) }
      return true
    }
    if !isHTML(tag) {
      guard breaksOut(tag) else {
        push(tag, stack.last?.namespace ?? .html)
        return false
      }
      breakOut()
      if stack.isEmpty {
        if !isVoid(tag) { outside.note(tag) }
        return true
      }
    }
    switch tag.element {
    case .svg: push(tag, .svg)
    case .math: push(tag, .math)
    default:
      if !isVoid(tag) { pushHTML(tag) }
      return true
    }
    return false
  }

  /// Whether an HTML element has no content and no end tag.
  private func isVoid(_ tag: HTMLTag) -> Bool {
    switch tag.element {
    case .void, .voidBreakout, .lineBreak, .meta: true
    default: false
    }
  }

  /// Takes an end tag.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - isTemplateOpen: Whether it can end a template of HTML, which ends everything in it.
  /// - Returns: Whether it may be the end tag of an HTML element.
  mutating func end(_ tag: HTMLTag, isTemplateOpen: Bool) -> Bool {
    if stack.isEmpty {
      outside.note(tag)
      return true
    }
    if overflow > 0 {
      return endOverflow(tag, isTemplateOpen: isTemplateOpen)
    }
    if stack[stack.count - 1].namespace != .html, tag.element?.endTagBreaksOut == true {
      breakOut()
      return true
    }
    var index = stack.count - 1
    while index >= 0, stack[index].namespace != .html {
      if stack[index].name == tag.name {
        stack.removeSubrange(index...)
        return false
      }
      index -= 1
    }
    if tag.element == .template {
      if isTemplateOpen { endTemplate() }
      return isTemplateOpen
    }
    let isInsideHTML = index >= 0 || stack.contains(where: \.isScope)
    while index >= 0, stack[index].namespace == .html {
      if stack[index].name == tag.name {
        stack.removeSubrange(index...)
        return true
      }
      index -= 1
    }
    if !isInsideHTML, outside.mayContain(tag.name), endsContent(tag) {
      stack.removeAll(keepingCapacity: true)
      outside.note(tag)
    }
    return true
  }

  /// Takes an end tag behind more open elements than are kept.
  ///
  /// Which one it ends is not known, but for templates: or else all that follows would be in one.
  private mutating func endOverflow(_ tag: HTMLTag, isTemplateOpen: Bool) -> Bool {
    guard tag.element == .template, isTemplateOpen, stack.last?.holdsHTML == true else {
      overflow -= 1
      return false
    }
    if overflowTemplates > 0 {
      overflow -= 1
      overflowTemplates -= 1
    } else {
      endTemplate()
    }
    return true
  }

  /// Whether an end tag of HTML ends what is open in its element, too.
  private func endsContent(_ tag: HTMLTag) -> Bool {
    switch tag.element {
    case .head, .body, .separable: false
    default: true
    }
  }

  private mutating func endTemplate() {
    overflow = 0
    overflowTemplates = 0
    guard let index = stack.lastIndex(where: { $0.namespace == .html && $0.element == .template })
    else {
      stack.removeAll(keepingCapacity: true)
      return
    }
    stack.removeSubrange(index...)
  }

  /// Whether the rules for HTML hold for a start tag here.
  private func isHTML(_ tag: HTMLTag) -> Bool {
    guard let top = stack.last else { return true }
    if top.holdsHTML { return true }
    if top.namespace == .math {
      if top.holdsMathText { return tag.element != .mathGlyph }
      if top.element == .annotationXML { return tag.element == .svg }
    }
    return false
  }

  private func breaksOut(_ tag: HTMLTag) -> Bool {
    switch tag.element {
    case .breakout, .voidBreakout, .paragraph, .lineBreak, .meta, .head, .body: true
    case .font: tag[.fontStyle] != nil
    default: false
    }
  }

  /// Closes foreign elements up to one whose content is HTML.
  private mutating func breakOut() {
    overflow = 0
    overflowTemplates = 0
    while let top = stack.last, !top.holdsHTML, !top.holdsMathText { stack.removeLast() }
  }

  private mutating func push(_ tag: HTMLTag, _ namespace: Namespace) {
    if tag.isSelfClosing { return }
    var entry = Entry(name: tag.name, element: tag.element, namespace: namespace)
    if tag.element == .annotationXML, let encoding = tag[.encoding]?.bytes {
      let name = String(decoding: encoding, as: UTF8.self).lowercased()
      entry.hasHTMLEncoding = name == "text/html" || name == "application/xhtml+xml"
    }
    push(entry)
  }

  private mutating func pushHTML(_ tag: HTMLTag) {
    push(Entry(name: tag.name, element: tag.element, namespace: .html))
  }

  private mutating func push(_ entry: Entry) {
    if stack.count < Self.maximumDepth, overflow == 0 {
      stack.append(entry)
    } else {
      overflow += 1
      if entry.namespace == .html, entry.element == .template { overflowTemplates += 1 }
    }
  }
}
