// What a refusal says: pieces of text and numbers become one sentence for each part.
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>

using namespace hamel;

TEST_CASE("a refusal joins its pieces") {
  const std::string name = "signal";
  const long long most = std::numeric_limits<long long>::max();
  try {
    refuse<DimensionError>(
        {name, " of ", std::string("a") + "b"}, {3, " x ", 1.5, " and ", 1e-300L},
        {"at most ", most, ", at least ", std::numeric_limits<long long>::min()});
    FAIL("refuse returned");
  } catch (const DimensionError& error) {
    CHECK(error.where() == "signal of ab");
    CHECK(error.found() == "3 x 1.5 and 1e-300");
    CHECK(error.expected() == "at most 9223372036854775807, at least -9223372036854775808");
    CHECK(std::string(error.what()) ==
          "signal of ab: found 3 x 1.5 and 1e-300, expected at most 9223372036854775807, at least "
          "-9223372036854775808");
  }
}

TEST_CASE("parts of a refusal may be one text or one number") {
  try {
    refuse<InputError>("step", {0}, std::string("a finite number other than 0"));
    FAIL("refuse returned");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) == "step: found 0, expected a finite number other than 0");
  }
}
