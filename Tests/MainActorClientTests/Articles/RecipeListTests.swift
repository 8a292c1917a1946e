// Tests of the article "In an app with main-actor isolation by default".

import Futures
import FuturesTesting
import Testing

struct RecipeListTests {
  @Test func givesUpAfterTenSeconds() {
    let clock = ManualClock()
    let list = RecipeList(
      kitchen: Kitchen(recipes: { _ in .never }, clock: clock)
    )

    list.find("soup")
    clock.advance(by: .seconds(10))
    #expect(list.message == "The kitchen does not answer.")
    #expect(!list.isLoading)
  }
}

extension RecipeListTests {
  @Test func showsWhatItFinds() {
    let soups = Promise<[Recipe], any Error>()
    let list = RecipeList(
      kitchen: Kitchen(recipes: { _ in soups.future })
    )

    list.find("soup")
    #expect(list.isLoading)

    soups.succeed([Recipe(title: "Leek soup", minutes: 30)])
    #expect(list.rows == ["Leek soup, 30 min"])
    #expect(!list.isLoading)
  }

  @Test func aNewSearchCancelsTheOneBefore() {
    let soups = Promise<[Recipe], any Error>()
    let stews = Promise<[Recipe], any Error>()
    let list = RecipeList(
      kitchen: Kitchen(recipes: {
        $0 == "soup" ? soups.future : stews.future
      })
    )

    list.find("soup")
    list.find("stew")
    #expect(soups.future.currentError is CancellationError)
    #expect(list.isLoading)
    #expect(list.message == nil)
  }

  @Test func theSearchEndsWithTheScreen() {
    let soups = Promise<[Recipe], any Error>()
    var list: RecipeList? = RecipeList(
      kitchen: Kitchen(recipes: { _ in soups.future })
    )

    list?.find("soup")
    list = nil
    #expect(soups.future.currentError is CancellationError)
  }
}
