extension BenchmarkPage {
  /// Pages made to cost as much time or memory as possible.
  static func hostile(byteCount: Int) -> [BenchmarkPage] {
    let parts = [
      ("open-comment", "<!--", "- -->- --!"),
      ("open-quote", "<meta property=\"al:ios:url\" content=\"", "x&amp"),
      ("less-than", "", "<"), ("open-comments", "", "<!--"),
      ("ampersands", "<meta property=al:ios content='", "&"),
      ("references", "<meta property=al:ios content='", "&CounterClockwiseContourIntegra"),
      ("nesting", "", "<div>"), ("svg-nesting", "", "<svg><desc>"),
      ("svg-open", "<svg>", "<g></x>"),
      ("templates", "", "<template>"), ("script-escapes", "<script>", "<!--<script></script><"),
      ("script-ends", "<script>", "</script"), ("title-ends", "<title>", "</titl"),
      ("attributes", "<meta ", "a b='' c=x "), ("same-attribute", "<meta ", "property=al: "),
      ("metas", "", "<meta property=\"al:ios:url\" content=\"shop://socks\">"),
      ("charsets", "", "<meta charset=nonsense>"), ("names", "", "<meta name=al:ios>"),
      ("long-name", "<", "xX"), ("line-feeds", "", "\n<meta>\r"), ("nul", "<meta content=", "\0"),
    ]
    return parts.map { name, beginning, repeated in
      let count = (byteCount - beginning.utf8.count) / repeated.utf8.count
      return BenchmarkPage(name: name, beginning + String(repeating: repeated, count: count))
    }
  }
}
