struct Refused: Error, Equatable {
  var attempt = 0
}
