/// The meaning of an element for a scanner that does not build a tree.
enum HTMLElement: Sendable {
  /// The scanner reads tags from the element.
  case meta

  /// The scanner reads links from the element, if they are requested.
  case link

  /// The content is text up to the end tag of the element.
  case rawText

  /// Like raw text, except that comments can hide the end tag.
  case script

  /// Everything after the start tag is text.
  case plaintext

  /// The content is not part of the page.
  case template

  case head, body

  /// Elements that begin foreign content.
  case svg, math

  /// SVG elements whose content is HTML.
  case foreignObject, desc

  /// In HTML, the content is text up to the end tag. In SVG, the content is HTML.
  case title

  /// In HTML, the element has no meaning. In MathML, its content is HTML except for two elements.
  case mathText

  /// An element that is foreign in MathML even inside an element whose content is HTML.
  case mathGlyph

  case annotationXML

  /// An element whose start tag ends foreign content.
  case breakout

  /// A breakout element without content.
  case voidBreakout

  /// Elements whose end tags also end foreign content.
  case paragraph, lineBreak

  /// An element that ends foreign content if it has certain attributes.
  case font

  /// An element that can end while its content remains open.
  case separable

  /// An element without content and without an end tag.
  case void

  /// Whether the end tag ends foreign content even if the element is not open.
  var endTagBreaksOut: Bool { self == .paragraph || self == .lineBreak }

  /// Returns the meaning of a name, or `nil` if the element has none.
  static func named(_ name: PackedName) -> HTMLElement? { table[name] }

  private static let table = NameTable<HTMLElement>(
    size: 512,
    [
      ("meta", .meta), ("link", .link), ("script", .script), ("plaintext", .plaintext),
      ("template", .template), ("head", .head), ("body", .body), ("svg", .svg), ("math", .math),
      ("title", .title),
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
      + names(.void, "area base col input param source track wbr")
  )

  private static func names(_ element: HTMLElement, _ list: String) -> [(String, HTMLElement)] {
    list.split(separator: " ").map { (String($0), element) }
  }
}
