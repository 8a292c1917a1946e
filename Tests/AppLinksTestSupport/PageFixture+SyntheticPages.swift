internal import AppLinks

extension PageFixture {
  /// Pages made to try one rule each.
  package static let synthetic: [PageFixture] = [
    PageFixture(
      name: "Columns of different length",
      html: #"""
        <meta property="al:ios:url" content="a://"><meta property="al:ios:url" \#
        content="b://"><meta property="al:ios:app_name" content="A">
        """#,
      tagCount: 3,
      targets: [
        .phone: [["a://", nil, "A"], ["b://", nil, nil]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Zip misalignment (parity)",
      html: #"""
        <meta property="al:android:package" content="p1"><meta property="al:android:package" \#
        content="p2"><meta property="al:android:app_name" content="A"><meta \#
        property="al:android:package" content="p3"><meta property="al:android:app_name" \#
        content="B">
        """#,
      tagCount: 5,
      targets: [
        .phone: [],
        .android: [[nil, "p1", nil, "A"], [nil, "p2", nil, "B"], [nil, "p3", nil, nil]],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Marker in the middle",
      html: #"""
        <meta property="al:ios:url" content="a://"><meta property="al:ios"><meta \#
        property="al:ios:app_name" content="A">
        """#,
      tagCount: 3,
      targets: [
        .phone: [["a://", nil, nil], [nil, nil, "A"]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Interleaved platforms",
      html: #"""
        <meta property="al:ios:url" content="a://"><meta property="al:android:package" \#
        content="p"><meta property="al:ios:app_name" content="A"><meta \#
        property="al:android:url" content="b://">
        """#,
      tagCount: 4,
      targets: [
        .phone: [["a://", nil, "A"]],
        .android: [["b://", "p", nil, nil]],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Deeper component",
      html: #"""
        <meta property="al:ios:url:secure" content="https://x.example/">
        """#,
      tagCount: 1,
      targets: [
        .phone: [[nil, nil, nil]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "url without content",
      html: #"""
        <meta property="al:ios:url"><meta property="al:ios:app_name" content="A">
        """#,
      tagCount: 2,
      targets: [
        .phone: [[nil, nil, "A"]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "should_fallback FALSE wins over web url",
      html: #"""
        <meta property="al:web:url" content="https://w.example/"><meta \#
        property="al:web:should_fallback" content="FALSE">
        """#,
      tagCount: 2,
      targets: [
        .phone: [],
        .android: [],
      ],
      web: nil
    ),
    PageFixture(
      name: "Trailing space is truthy (strict)",
      html: #"""
        <meta property="al:web:should_fallback" content="false ">
        """#,
      tagCount: 1,
      targets: [
        .phone: [],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Value-key collision attack",
      html: #"""
        <meta property="al:ios" content="x"><meta property="al:ios:_value:foo" \#
        content="y"><meta property="al:android" content="x"><meta \#
        property="al:android:value:foo" content="y"><meta property="al:ios:url" content="a://">
        """#,
      tagCount: 5,
      targets: [
        .phone: [["a://", nil, nil]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Invisible containers",
      html: #"""
        <html><head><title><meta property="al:ios:url" content="t://"></title><script>var \#
        s='<meta property="al:ios:url" content="s://">';</script><style><meta \#
        property="al:ios:url" content="c://"></style><noscript><meta property="al:ios:url" \#
        content="n://"></noscript><template><meta property="al:ios:url" \#
        content="tp://"></template></head><body><textarea><meta property="al:ios:url" \#
        content="ta://"></textarea><meta property="al:ios:url" \#
        content="body://ok"></body></html>
        """#,
      tagCount: 1,
      targets: [
        .phone: [["body://ok", nil, nil]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Character references in attributes",
      html: #"""
        <meta property="al:ios:url" \#
        content="a://x?p=1&copy=2&amp;lang=&#x65;n&reg=3&q=&quot;z&quot;&#39;&lt"><meta \#
        property="al:ios:app_name" content="A&nbsp;B &eacute;&Eacute &copy">
        """#,
      tagCount: 2,
      targets: [
        .phone: [[#"a://x?p=1&copy=2&lang=en&reg=3&q="z"'<"#, nil, "A B éÉ ©"]],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Dangerous schemes",
      html: #"""
        <meta property="al:ios:url" content="javascript:alert(1)"><meta property="al:ios:url" \#
        content="data:text/html,x"><meta property="al:ios:url" \#
        content="file:///etc/passwd"><meta property="al:ios:url" \#
        content="tel:+15550100"><meta property="al:web:url" content="javascript:alert(1)">
        """#,
      tagCount: 5,
      targets: [
        .phone: [
          ["javascript:alert(1)", nil, nil], ["data:text/html,x", nil, nil],
          ["file:///etc/passwd", nil, nil], ["tel:+15550100", nil, nil],
        ],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "No tags",
      html: #"""
        <html><head><title>x</title></head><body>Hello</body></html>
        """#,
      tagCount: 0,
      targets: [
        .phone: [],
        .android: [],
      ],
      web: "@source"
    ),
  ]
}
