// The outlines that control steps give of their parts.

extension Parallel: OutlinedStep {
  package var ownOutline: StepOutline {
    var parts: [StepOutline] = []
    func add<One>(_ branch: Branch<Input, One>) {
      var part = branch.outline()
      part.weight = branch.weight
      parts.append(part)
    }
    repeat add(each branches)
    return StepOutline(.parallel, name, output: Output.self, parts: parts)
  }
}

extension ForEach: OutlinedStep {
  package var ownOutline: StepOutline {
    var outline = outline(.forEach, of: branch.outline())
    outline.namesElementsByKeys = key != nil
    outline.numbersUnorderedElements = key == nil && Elements.self is any UnorderedCollection.Type
    return outline
  }
}

extension When: OutlinedStep {
  package var ownOutline: StepOutline { outline(.when, of: accepted.outline, otherwise.outline) }
}

extension RecoveredStep: OutlinedStep {
  var ownOutline: StepOutline {
    if let fallback { return outline(.recover, of: base.outline, fallback.outline()) }
    return outline(.recover, of: base.outline)
  }
}

extension SettledStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.settle, of: base.outline) }
}

extension RetriedStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.retry, of: base.outline) }
}

extension LimitedStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.timeout, of: base.outline) }
}

extension CompensatedStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.compensate, of: base.outline) }
}

extension FinallyStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.finally, of: base.outline) }
}

extension InputKeepingStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.keepInput, of: base.outline) }
}

extension CachedStep: OutlinedStep {
  var ownOutline: StepOutline { outline(.cache, of: base.outline) }
}
