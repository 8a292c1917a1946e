import HTTPTypes

/// A page that says why there is no answer.
struct ProblemView {
  let title: String
  let url: String
  let about: String?
  let version = Version.text
  let heading: String
  let code: String
  let detail: String
  let canTryAgain: Bool

  init(_ problem: Problem, about url: String) {
    title = problem.title
    self.url = url
    about = url.isEmpty ? nil : url.cut(300)
    heading = problem.title
    code = problem.code
    detail = problem.detail
    canTryAgain = problem.status.code >= 500
  }
}
