enum Oops: Error, Equatable {
  case first, second
}
