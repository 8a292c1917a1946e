@testable import DurableWorkflows

extension Scenario {
  /// Handwritten plans, each for a way in which resuming can go wrong.
  static let examples: [Scenario] = [
    Scenario(
      name: "an order",
      plan: .chain(
        "order",
        [
          .undoable("reserve"),
          .retry("charging", .undoable("charge"), attempts: 3, pause: 20),
          .wait("cooling", 50),
          .signal("approval", timeout: 1_000_000),
          .kept("ship"),
        ]
      ),
      behaviours: ["charge": .failUntil(attempt: 2)],
      sendings: [Sending(name: "approval", value: 5, isEarly: false)]
    ),
    Scenario(
      name: "an order that fails at the end",
      plan: .chain(
        "order",
        [
          .undoable("reserve"), .plain("price"), .undoable("charge"), .kept("label"),
          .undoable("ship"), .plain("hand over"),
        ]
      ),
      behaviours: ["hand over": .fail],
      failingUndos: ["charge"]
    ),
    Scenario(
      name: "branches that wait",
      plan: .chain(
        "flow",
        [
          .kept("load"),
          .parallel(
            "both",
            [
              .chain("one", [.kept("a"), .wait("long", 100), .kept("b")]),
              .chain("two", [.undoable("c"), .wait("short", 10), .kept("d")]),
              .chain("three", [.plain("e"), .kept("f")]),
            ]
          ),
          .kept("join"),
        ]
      )
    ),
    Scenario(
      name: "a branch that fails while others wait",
      plan: .chain(
        "flow",
        [
          .recover(
            "either",
            .parallel(
              "both",
              [
                .chain("one", [.undoable("a"), .signal("never", timeout: nil)]),
                .chain("two", [.wait("short", 10), .plain("fails")]),
                .chain("three", [.undoable("b"), .wait("long", 1000), .kept("c")]),
              ]
            ),
            fallback: .chain("instead", [.undoable("d"), .wait("again", 10), .kept("e")])
          ),
          .kept("join"),
        ]
      ),
      behaviours: ["fails": .fail]
    ),
    Scenario(
      name: "elements that wait",
      plan: .chain(
        "flow",
        [
          .plain("list"),
          .forEach(
            "each",
            .chain("element", [.undoable("a"), .wait("pause", 10), .kept("b")]),
            count: 4,
            limit: 2
          ),
          .kept("sum"),
        ]
      )
    ),
    Scenario(
      name: "a choice",
      plan: .chain(
        "flow",
        [
          .plain("draw"),
          .when(
            "even",
            .chain("then", [.wait("pause", 10), .undoable("a"), .signal("go", timeout: nil)]),
            otherwise: .chain("otherwise", [.kept("b")])
          ),
          .kept("end"),
        ]
      ),
      sendings: [Sending(name: "go", value: 3, isEarly: true)]
    ),
    Scenario(
      name: "a time limit around waits",
      plan: .chain(
        "flow",
        [
          .kept("load"),
          .recover(
            "either",
            .limit(
              "in time",
              .chain("body", [.undoable("ask"), .signal("answer", timeout: nil)]),
              time: 40
            ),
            fallback: .chain(
              "instead",
              [.undoable("remind"), .wait("more", 10), .plain("give up")]
            )
          ),
        ]
      ),
      behaviours: ["give up": .fail]
    ),
    Scenario(
      name: "a step that is left behind",
      plan: .chain(
        "flow",
        [
          .settle("try", .limit("in time", .undoable("slow"), time: 5)),
          .undoable("next"), .wait("pause", 10), .plain("fails"),
        ]
      ),
      behaviours: ["slow": .slow(100), "fails": .fail]
    ),
    Scenario(
      name: "a step that ends too late",
      plan: .chain(
        "flow",
        [
          .settle("try", .limit("in time", .undoable("slow"), time: 5)),
          .plain("work"), .wait("pause", 10), .kept("end"),
        ]
      ),
      behaviours: ["slow": .slow(100)]
    ),
    Scenario(
      name: "attempts of a workflow that waits",
      plan: .chain(
        "flow",
        [
          .retry(
            "attempts",
            .chain(
              "body",
              [
                .undoable("remind"), .wait("pause", 10),
                .retry("inner", .kept("a"), attempts: 2, pause: 0),
                .signal("answer", timeout: 20), .plain("check"),
              ]
            ),
            attempts: 3,
            pause: 5
          )
        ]
      ),
      behaviours: ["a": .failUntil(attempt: 1)]
    ),
    Scenario(
      name: "a step that runs again after a later one",
      plan: .chain(
        "flow",
        [
          .settle("try", .parallel("both", [.plain("fails"), .undoable("early")])),
          .undoable("late"), .wait("pause", 10), .plain("fails, too"),
        ]
      ),
      behaviours: ["fails": .fail, "late": .fail, "fails, too": .fail]
    ),
    Scenario(
      name: "nested records",
      plan: .chain(
        "flow",
        [
          .checkpoint(
            "outer",
            .chain(
              "inner",
              [
                .undoable("a"),
                .checkpoint(
                  "pair",
                  .parallel("both", [.kept("b"), .plain("c")]),
                  isCompensated: true
                ),
                .wait("pause", 10),
              ]
            ),
            isCompensated: true
          ),
          .retry("twice", .chain("tail", [.undoable("d"), .plain("e")]), attempts: 2, pause: 0),
        ]
      ),
      behaviours: ["e": .fail]
    ),
  ]
}
