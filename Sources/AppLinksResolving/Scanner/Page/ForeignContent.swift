/// A tracker of SVG and MathML in a page, where other rules apply than in HTML.
///
/// Inside these elements there is no raw text, CDATA sections exist, and elements can close
/// themselves. The tracker keeps the open elements inside, up to a maximum depth, and only counts
/// the names of open elements outside. An end tag that matches nothing inside ends them if it can
/// match something outside.
struct ForeignContent: Sendable {
  private enum Namespace {
    case html, svg, math
  }

  private struct Entry {
    var name: PackedName
    var element: HTMLElement?
    var namespace: Namespace
    var hasHTMLEncoding = false

    /// Whether the content of the element is HTML.
    var holdsHTML: Bool {
      switch (namespace, element) {
      case (.html, _): true
      case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): true
      case (.math, .annotationXML): hasHTMLEncoding
      default: false
      }
    }

    /// Whether an end tag in the element cannot end anything outside of it.
    var isScope: Bool {
      switch (namespace, element) {
      case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): true
      case (.math, .annotationXML), (.math, .mathText): true
      default: false
      }
    }

    /// Whether the content of the element is HTML except for two MathML elements.
    var holdsMathText: Bool { namespace == .math && element == .mathText }
  }

  private var stack: [Entry] = []

  /// The number of open elements that did not fit on the stack, and how many of them are HTML
  /// templates.
  private var overflow = 0
  private var overflowTemplates = 0

  private var outside = OpenNames()

  /// The number of open elements that are kept.
  ///
  /// Further elements are only counted.
  private static let maximumDepth = 64

  /// Whether only HTML elements are open.
  var isEmpty: Bool { stack.isEmpty }

  /// Whether CDATA sections are allowed at this point.
  var allowsCDATA: Bool { stack.last.map { $0.namespace != .html } ?? false }

  /// Processes the tag of an element without its own meaning that can contain SVG or MathML.
  ///
  /// Neither of them may be open.
  mutating func pass(_ tag: HTMLTag) { outside.note(tag) }

  /// Processes a start tag.
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

  /// Returns whether an HTML element has no content and no end tag.
  private func isVoid(_ tag: HTMLTag) -> Bool {
    switch tag.element {
    case .void, .voidBreakout, .lineBreak, .meta, .link: true
    default: false
    }
  }

  /// Processes an end tag.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - isTemplateOpen: Whether the tag can end an HTML template, which ends everything inside it.
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

  /// Processes an end tag while more elements are open than are kept.
  ///
  /// The element that the tag ends is unknown. Only templates are tracked, because otherwise
  /// everything that follows would be inside one.
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

  /// Returns whether an HTML end tag also ends the open elements inside its element.
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

  /// Returns whether the rules of HTML apply to a start tag at this point.
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

  /// Closes foreign elements up to an element whose content is HTML.
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
