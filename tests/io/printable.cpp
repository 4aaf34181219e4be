// What is shown of text from outside.
#include "base/printable.hpp"

#include <string>

#include <doctest/doctest.h>

using hamel::printable;

TEST_CASE("printable text stays as it is") {
  for (const char* text :
       {"", "unicycle", "it's \"x\" \\ <b> $(x) `x` %s", "\xc3\xa9 \xe6\xbc\xa2 \xf0\x9d\x94\xa4"})
    CHECK(printable(text) == text);
}

TEST_CASE("what steers a terminal or hides is escaped") {
  CHECK(printable(std::string("a\0b", 3)) == "a\\u0000b");
  CHECK(printable("\x1b[2J\r\n\t\x7f") == "\\u001b[2J\\u000d\\u000a\\u0009\\u007f");
  CHECK(printable("\xc2\x9b") == "\\u009b");                         // a control of 8 bits
  CHECK(printable("\xe2\x80\xae\xe2\x80\x8b") == "\\u202e\\u200b");  // direction, no width
  CHECK(printable("\xef\xbf\xbe") == "\\ufffe");
  CHECK(printable("\xf3\xa0\x80\x81") == "\\U000e0001");
}

TEST_CASE("what is not UTF-8 is shown byte by byte") {
  CHECK(printable("\xff") == "\\xff");
  CHECK(printable("a\xc3") == "a\\xc3");
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                  // longer than needed
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");         // half of a pair
  CHECK(printable("\xf4\x90\x80\x80").substr(0, 4) == "\\xf4");  // beyond the last
  CHECK(printable("\xe2\x82z") == "\\xe2\\x82z");
}

TEST_CASE("the middle is left out, at characters") {
  CHECK(printable("abcdefghijklmnopqrstuvwxyz", 15) == "abcde ... vwxyz");
  CHECK(printable("abcdefghijklmno", 15) == "abcdefghijklmno");
  std::string accents;
  for (int i = 0; i < 300; ++i) accents += "\xc3\xa9";
  const std::string shown = printable(accents);
  CHECK(shown.find("\xc3\xa9 ... \xc3\xa9") != std::string::npos);
  CHECK(shown.size() == 2 * 195 + 5);
  CHECK(printable(shown) == shown);
  for (std::size_t shift = 0; shift < 4; ++shift) {
    const std::string text = std::string(shift, 'a') + std::string(5000, '\x80') + accents;
    CHECK(printable(text).size() < 400);
    CHECK(printable(accents + accents + accents + std::string(shift, 'a')).find("\\x") ==
          std::string::npos);
  }
}
