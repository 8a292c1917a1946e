/// Metrics in the text format of Prometheus.
struct MetricsText {
  private(set) var text = ""

  mutating func add<Metric>(
    _ metrics: [MetricsRegistry.ID: Metric],
    as kind: String,
    _ values: (Metric) -> [(suffix: String, value: Double)]
  ) {
    for (label, members) in Self.byLabel(metrics) {
      let name = Self.name(label)
      text += "# TYPE \(name) \(kind)\n"
      for (id, metric) in members {
        for (suffix, value) in values(metric) {
          text += "\(name)\(suffix)\(Self.dimensions(id)) \(Self.number(value))\n"
        }
      }
    }
  }

  mutating func addHistograms(_ timers: [MetricsRegistry.ID: TimerMetric]) {
    for (label, members) in Self.byLabel(timers) {
      let name = Self.name(label) + "_seconds"
      text += "# TYPE \(name) histogram\n"
      for (id, timer) in members {
        let times = timer.times
        var count = 0
        for (bound, some) in zip(TimerMetric.bounds + [.infinity], times.counts) {
          count += some
          let limit = bound.isFinite ? Self.number(bound) : "+Inf"
          text += "\(name)_bucket\(Self.dimensions(id, ["le", limit])) \(count)\n"
        }
        text += "\(name)_sum\(Self.dimensions(id)) \(times.seconds)\n"
        text += "\(name)_count\(Self.dimensions(id)) \(count)\n"
      }
    }
  }

  private static func byLabel<Metric>(
    _ metrics: [MetricsRegistry.ID: Metric]
  ) -> [(String, [(MetricsRegistry.ID, Metric)])] {
    Dictionary(grouping: metrics, by: \.key.label).sorted { $0.key < $1.key }
      .map { label, members in
        (label, members.map { ($0.key, $0.value) }.sorted { dimensions($0.0) < dimensions($1.0) })
      }
  }

  private static func name(_ label: String) -> String {
    String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func dimensions(
    _ id: MetricsRegistry.ID,
    _ more: [String]? = nil
  ) -> String {
    let all = (id.dimensions + [more].compactMap(\.self)).map { pair in
      "\(name(pair[0]))=\"\(escaped(pair[1]))\""
    }
    return all.isEmpty ? "" : "{\(all.joined(separator: ","))}"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
