/// What an element means to a scanner that builds no tree.
enum HTMLElement: Sendable {
  /// Tags are read from it.
  case meta

  /// What is in it is text up to its own end tag.
  case rawText

  /// Like raw text, but with comments that can hide its end tag.
  case script

  /// Everything after it is text.
  case plaintext

  /// What is in it is not part of the page.
  case template

  case head, body

  /// The elements that begin foreign content.
  case svg, math

  /// In SVG, an element whose content is HTML again.
  case foreignObject, desc

  /// Text up to its end tag in HTML, an element with HTML content in SVG.
  case title

  /// Text up to its end tag in HTML, and it ends foreign content neither there nor here.
  case mathText

  /// In MathML, foreign even in an element whose content is HTML.
  case mathGlyph

  case annotationXML

  /// A start tag that ends foreign content.
  case breakout

  /// A breakout that has no content.
  case voidBreakout

  /// Elements whose end tags, too, end foreign content.
  case paragraph, lineBreak

  /// Ends foreign content if it has certain attributes.
  case font

  /// An element that may end while what is in it stays open.
  case separable

  /// An element without content and end tag.
  case void

  /// Whether the end tag ends foreign content, even if the element is not open.
  var endTagBreaksOut: Bool { self == .paragraph || self == .lineBreak }

  /// The meaning of a name; `nil` for elements that mean nothing here.
  static func named(_ name: PackedName) -> HTMLElement? { table[name] }

  private static let table = NameTable<HTMLElement>(
    size: 512,
    [
      ("meta", .meta), ("script", .script), ("plaintext", .plaintext), ("template", .template),
      ("head", .head), ("body", .body), ("svg", .svg), ("math", .math), ("title", .title),
      ("foreignobject", .foreignObject), ("desc", .desc), ("annotation-xml", .annotationXML),
      ("mglyph", .mathGlyph), ("malignmark", .mathGlyph), ("font", .font), ("p", .paragraph),
      ("br", .lineBreak), ("form", .separable), ("html", .separable),
    ]
      + names(
        .rawText,
        "textarea style xmp iframe noembed noframes noscript"
      )
      + names(.mathText, "mi mo mn ms mtext")
      + names(
        .breakout,
        """
        b big blockquote center code dd div dl dt em h1 h2 h3 h4 h5 h6 i li listing menu nobr ol \
        pre ruby s small span strong strike sub sup table tt u ul var
        """
      )
      + names(.voidBreakout, "embed hr img")
      + names(.void, "area base col input link param source track wbr")
  )

  private static func names(_ element: HTMLElement, _ list: String) -> [(String, HTMLElement)] {
    list.split(separator: " ").map { (String($0), element) }
  }
}
