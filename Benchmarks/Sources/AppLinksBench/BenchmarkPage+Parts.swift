extension BenchmarkPage {
  /// A head of about 15 KB, with the tags at its end, and the beginning of the body.
  static var head: String {
    var html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    html += "<title>Wool socks &amp; more &ndash; The Shop</title>\n"
    for number in 0..<12 {
      html +=
        "<link rel=\"stylesheet\" href=\"https://static.example.com/css/part-\(number).css?v=1&x=2\">\n"
      html += "<script async src=\"https://static.example.com/js/part-\(number).js\"></script>\n"
    }
    for name in ["og:title", "og:type", "og:image", "og:url", "twitter:card", "description"] {
      html += "<meta property=\"\(name)\" content=\"Socks for cold days, \(name)\">\n"
    }
    html += style(0) + style(1) + script(0) + script(1) + script(2)
    for platform in ["ios", "iphone", "ipad", "android"] {
      html += "<meta property=\"al:\(platform):url\" content=\"shop://socks/7?from=web&amp;n=1\">\n"
      html += "<meta property=\"al:\(platform):app_name\" content=\"The Shop\">\n"
    }
    html += "<meta property=\"al:ios:app_store_id\" content=\"123456789\">\n"
    html += "<meta property=\"al:android:package\" content=\"com.example.shop\">\n"
    html += "<meta property=\"al:web:should_fallback\" content=\"true\">\n"
    return html + "</head>\n<body class=\"shop page\">\n"
  }

  /// Text with few tags.
  static func paragraph(_ number: Int) -> String {
    let sentence = "The quick brown fox, which is number \(number), jumps over the lazy dog. "
    let text = String(repeating: sentence, count: 8)
    return "<p>\(text)<a href=\"/page/\(number)\">More</a> &mdash; it&rsquo;s <em>fine</em>.</p>\n"
  }

  /// Many tags with many attributes, and little text.
  static func card(_ number: Int) -> String {
    """
    <div class="card card--product grid__item" id="card-\(number)" data-id="\(number)" role="listitem">
      <a class="card__link" href="/products/\(number)?ref=list&amp;pos=\(number)" title="Product \(number)">
        <img class="card__image" src="/img/\(number)@2x.jpg" alt="" width="320" height="240" loading="lazy"/>
        <span class='card__price'>&euro; \(number).00</span><svg viewBox="0 0 8 8"><path d="M0 0L8 8z"/></svg>
      </a><!-- end of card -->
    </div>

    """
  }

  /// A script with data.
  static func script(_ number: Int) -> String {
    let item =
      "{\"id\":\(number),\"name\":\"Wool \\u003csocks>\",\"sizes\":[38,39,40,41],\"cold\":true}"
    let data = Array(repeating: item, count: 40).joined(separator: ",")
    return "<script type=\"application/json\">[\(data)]</script>\n"
  }

  /// A style sheet.
  static func style(_ number: Int) -> String {
    let rule = ".card-\(number) > a:hover { color: #336699; margin: 0 auto; padding: 4px }\n"
    return "<style>\n" + String(repeating: rule, count: 30) + "</style>\n"
  }
}
