internal import AppLinks

extension PageFixture {
  /// Tag sets of the documentation and of real sites.
  package static let real: [PageFixture] = [
    PageFixture(
      name: "App Links documentation, simple page",
      html: #"""
        <meta property="al:ios:url" content="applinks://docs">
        <meta property="al:ios:app_store_id" content="12345">
        <meta property="al:ios:app_name" content="App Links">
        <meta property="al:android:url" content="applinks://docs">
        <meta property="al:android:app_name" content="App Links">
        <meta property="al:android:package" content="org.applinks">
        <meta property="al:web:url" content="http://applinks.org/documentation">
        """#,
      tagCount: 7,
      targets: [
        .phone: [["applinks://docs", "12345", "App Links"]],
        .android: [["applinks://docs", "org.applinks", nil, "App Links"]],
      ],
      web: "http://applinks.org/documentation"
    ),
    PageFixture(
      name: "App Links documentation, two versions of one app",
      html: #"""
        <meta property="al:ios" />
        <meta property="al:ios:url" content="applinks_v2://docs" />
        <meta property="al:ios:app_store_id" content="12345" />
        <meta property="al:ios:app_name" content="App Links" />
        <meta property="al:ios" />
        <meta property="al:ios:url" content="applinks_v1://browse" />
        <meta property="al:ios:app_store_id" content="12344" />
        <meta property="al:ios:app_name" content="App Links" />
        """#,
      tagCount: 8,
      targets: [
        .phone: [
          ["applinks_v2://docs", "12345", "App Links"],
          ["applinks_v1://browse", "12344", "App Links"],
        ],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Documentation shape: iPhone and iPad apps, no web",
      html: #"""
        <meta property="al:iphone:url" content="applinks://phone/docs" />
        <meta property="al:iphone:app_store_id" content="12345" />
        <meta property="al:iphone:app_name" content="App Links" />
        <meta property="al:ipad:url" content="applinks://pad/docs" />
        <meta property="al:ipad:app_store_id" content="12346" />
        <meta property="al:ipad:app_name" content="App Links for iPad" />
        <meta property="al:web:should_fallback" content="false" />
        """#,
      tagCount: 7,
      targets: [
        .phone: [["applinks://phone/docs", "12345", "App Links"]],
        .pad: [["applinks://pad/docs", "12346", "App Links for iPad"]],
        .other: [],
        .android: [],
      ],
      web: nil
    ),
    PageFixture(
      name: "YouTube video",
      html: #"""
        <meta property="al:ios:app_store_id" content="544007664">
        <meta property="al:ios:app_name" content="YouTube">
        <meta property="al:ios:url" \#
        content="vnd.youtube://www.youtube.com/watch?v=iOztnsBPrAA&amp;feature=applinks">
        <meta property="al:android:url" \#
        content="vnd.youtube://www.youtube.com/watch?v=iOztnsBPrAA&amp;feature=applinks">
        <meta property="al:web:url" \#
        content="https://www.youtube.com/watch?v=iOztnsBPrAA&amp;feature=applinks">
        <meta property="al:android:app_name" content="YouTube">
        <meta property="al:android:package" content="com.google.android.youtube">
        """#,
      tagCount: 7,
      targets: [
        .phone: [
          [
            "vnd.youtube://www.youtube.com/watch?v=iOztnsBPrAA&feature=applinks", "544007664",
            "YouTube",
          ]
        ],
        .android: [
          [
            "vnd.youtube://www.youtube.com/watch?v=iOztnsBPrAA&feature=applinks",
            "com.google.android.youtube", nil, "YouTube",
          ]
        ],
      ],
      web: "https://www.youtube.com/watch?v=iOztnsBPrAA&feature=applinks"
    ),
    PageFixture(
      name: "Spotify track",
      html: #"""
        <meta property="al:android:app_name" content="Spotify"/>
        <meta property="al:android:package" content="com.spotify.music"/>
        <meta property="al:android:url" \#
        content="spotify://track/52UthFOfrbtnjBMK6jyLqk?si=fc856f0a4f2a4f6b&amp;nd=1"/>
        <meta property="al:ios:app_name" content="Spotify"/>
        <meta property="al:ios:app_store_id" content="324684580"/>
        <meta property="al:ios:url" \#
        content="spotify://track/52UthFOfrbtnjBMK6jyLqk?si=fc856f0a4f2a4f6b&amp;nd=1"/>
        """#,
      tagCount: 6,
      targets: [
        .phone: [
          [
            "spotify://track/52UthFOfrbtnjBMK6jyLqk?si=fc856f0a4f2a4f6b&nd=1", "324684580",
            "Spotify",
          ]
        ],
        .android: [
          [
            "spotify://track/52UthFOfrbtnjBMK6jyLqk?si=fc856f0a4f2a4f6b&nd=1", "com.spotify.music",
            nil, "Spotify",
          ]
        ],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Medium article",
      html: #"""
        <meta data-rh="true" property="al:ios:app_name" content="Medium"/>
        <meta data-rh="true" property="al:ios:app_store_id" content="828256236"/>
        <meta data-rh="true" property="al:android:package" content="com.medium.reader"/>
        <meta data-rh="true" property="fb:app_id" content="542599432471018"/>
        <meta data-rh="true" property="al:android:url" content="medium://p/701e8406cc55"/>
        <meta data-rh="true" property="al:ios:url" content="medium://p/701e8406cc55"/>
        <meta data-rh="true" property="al:android:app_name" content="Medium"/>
        <meta data-rh="true" property="al:web:url" \#
        content="https://netbasal.com/forwarding-form-controls-to-custom-control-components-in-angular-701e8406cc55"/>
        """#,
      tagCount: 7,
      targets: [
        .phone: [["medium://p/701e8406cc55", "828256236", "Medium"]],
        .android: [["medium://p/701e8406cc55", "com.medium.reader", nil, "Medium"]],
      ],
      web:
        "https://netbasal.com/forwarding-form-controls-to-custom-control-components-in-angular-701e8406cc55"
    ),
    PageFixture(
      name: "Instagram home",
      html: #"""
        <meta property="al:ios:app_name" content="Instagram" />
        <meta property="al:ios:app_store_id" content="389801252" />
        <meta property="al:ios:url" content="instagram://mainfeed" />
        <meta property="al:android:app_name" content="Instagram" />
        <meta property="al:android:package" content="com.instagram.android" />
        <meta property="al:android:url" content="https://www.instagram.com/_n/mainfeed/" />
        """#,
      tagCount: 6,
      targets: [
        .phone: [["instagram://mainfeed", "389801252", "Instagram"]],
        .android: [
          ["https://www.instagram.com/_n/mainfeed/", "com.instagram.android", nil, "Instagram"]
        ],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Pinterest",
      html: #"""
        <meta name="al:android:app_name" content="Pinterest">
        <meta name="al:android:package" content="com.pinterest">
        <meta name="al:android:url" content="pinterest://">
        <meta name="al:ios:app_name" content="Pinterest">
        <meta name="al:ios:app_store_id" content="429047995">
        <meta name="al:ios:url" content="pinterest://">
        """#,
      tagCount: 0,
      targets: [
        .phone: [],
        .android: [],
      ],
      web: "@source"
    ),
    PageFixture(
      name: "Windows family (documentation shape, Facebook SDK for Windows / MSDN dn614163)",
      html: #"""
        <meta property="al:windows_phone:url" content="applinks://docs" />
        <meta property="al:windows_phone:app_id" \#
        content="a14e93aa-27c7-df11-a844-00237de2db9f" />
        <meta property="al:windows_phone:app_name" content="App Links" />
        <meta property="al:windows:url" content="applinks://docs/desktop" />
        <meta property="al:windows:package" content="Org.AppLinks_8wekyb3d8bbwe" />
        <meta property="al:windows_universal:url" content="applinks://docs/uwp" />
        <meta property="al:windows_universal:app_name" content="App Links" />
        """#,
      tagCount: 7,
      targets: [
        .phone: [],
        .android: [],
        .windowsPhone: [["applinks://docs", "a14e93aa-27c7-df11-a844-00237de2db9f", "App Links"]],
        .windows: [["applinks://docs/desktop", nil, nil]],
        .windowsUniversal: [["applinks://docs/uwp", nil, "App Links"]],
      ],
      web: "@source"
    ),
  ]
}
