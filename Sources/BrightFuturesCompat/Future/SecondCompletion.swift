/// Stops debug builds because something was completed twice; the second completion has changed
/// nothing.
///
/// `Diagnostics` has heard of it, too.
@usableFromInline
func noteSecondCompletion<Outcome>(with outcome: Outcome) {
  assertionFailure(
    "completed a second time, with \(outcome); the first outcome stays. Complete a promise once, or use "
      + "trySuccess, tryFailure or tryComplete where several may try."
  )
}
