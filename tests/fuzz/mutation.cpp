#include "mutation.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace fuzz {

namespace {

/// What formulas and numbers are made of, and what may break them.
const std::vector<std::string> pieces{"0",
                                      "1",
                                      "-1",
                                      "1/3",
                                      "1e308",
                                      "1e-308",
                                      "1e999",
                                      "-0",
                                      "123456789012345678901234567890",
                                      "1e5",
                                      "1e-30",
                                      "0.1",
                                      "^",
                                      "^2",
                                      "^-1",
                                      "^9^9",
                                      "^(1/2)",
                                      "/0",
                                      "*",
                                      "+",
                                      "-",
                                      "(",
                                      ")",
                                      "((((((((",
                                      "sqrt(-1)",
                                      "sqrt(2)",
                                      "log(0)",
                                      "tan(phi/2)",
                                      "sin(",
                                      "cos(x)",
                                      "exp(700)",
                                      "exp(exp(exp(9)))",
                                      "x",
                                      "y",
                                      "phi",
                                      "theta",
                                      "R11",
                                      "T31",
                                      "H31",
                                      "a1",
                                      "a2",
                                      "t",
                                      "pi",
                                      "l",
                                      "null",
                                      "true",
                                      "{}",
                                      "[]",
                                      "[0]",
                                      "\"\"",
                                      "\"",
                                      ",",
                                      ":",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "\\u0000",
                                      "\\ud800",
                                      "\xff",
                                      "\xc3\xa9",
                                      "\x1b[31m",
                                      "%s",
                                      "SO3",
                                      "SE3",
                                      "SO21",
                                      "SE2",
                                      "Heisenberg",
                                      "Torus",
                                      "Euclidean",
                                      "SO3 * SE2",
                                      "x_dot",
                                      "y_dot",
                                      "phi_dot"};

/// The end of the JSON value or word that starts at `from`: past a string, a balanced bracket or a plain token.
std::size_t value_end(const std::string& text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
      if (depth == 0) return i < text.size() ? i + 1 : text.size();
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      if (depth == 0) return i;
      if (--depth == 0) return i + 1;
    } else if (depth == 0 &&
               (c == ',' || c == ':' || std::isspace(static_cast<unsigned char>(c)))) {
      return i;
    }
  }
  return text.size();
}

bool starts_value(const std::string& text, std::size_t i) {
  const auto c = static_cast<unsigned char>(text[i]);
  return c == '"' || c == '[' || c == '{' || c == '-' || std::isalnum(c);
}

/// A random value of the text as [from, end).
std::pair<std::size_t, std::size_t> some_value(const std::string& text, Random& random) {
  const std::size_t start = random.below(text.size());
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::size_t i = (start + k) % text.size();
    if (starts_value(text, i) && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]))))
      return {i, value_end(text, i)};
  }
  return {0, text.size()};
}

}  // namespace

Mutation::Mutation(std::vector<std::string> corpus, std::size_t longest)
    : longest_(longest), corpus_(std::move(corpus)) {
  const auto is_short = [&](const std::string& text) { return text.size() <= longest; };
  short_ = static_cast<std::size_t>(
      std::stable_partition(corpus_.begin(), corpus_.end(), is_short) - corpus_.begin());
  for (const auto& text : corpus_) {
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (!starts_value(text, i) || std::isalnum(static_cast<unsigned char>(text[i - 1]))) continue;
      const std::size_t end = value_end(text, i);
      if (end - i < 400) values_.push_back(text.substr(i, end - i));
    }
  }
  if (values_.empty()) values_.push_back("0");
}

std::string Mutation::text(std::uint64_t seed, std::uint64_t number) const {
  if (number < corpus_.size()) return corpus_[number];
  Random random(seed * 0x2545f4914f6cdd1du + number);
  std::string text = corpus_[random.below(short_)];
  // Mostly one change: most texts then still pass the first checks.
  const std::size_t changes = 1 + (random.below(3) == 0 ? random.below(4) : 0);
  for (std::size_t k = 0; k < changes; ++k) change(text, random);
  if (text.size() > longest_) text.resize(longest_);
  return text;
}

void Mutation::change(std::string& text, Random& random) const {
  if (text.empty()) text = corpus_[random.below(short_)];
  const auto piece = [&]() -> const std::string& { return pieces[random.below(pieces.size())]; };
  const auto any_value = [&]() -> const std::string& {
    return values_[random.below(values_.size())];
  };
  const auto [from, end] = some_value(text, random);
  switch (random.below(13)) {
    case 0:  // another value of the corpus
      text.replace(from, end - from, any_value());
      break;
    case 1:  // the same, more often than not of the same kind
    case 2: {
      const char kind = from < text.size() ? text[from] : '0';
      const std::string* value = &any_value();
      for (int tries = 0; tries < 8 && (*value)[0] != kind; ++tries) value = &any_value();
      text.replace(from, end - from, *value);
      break;
    }
    case 3:  // a piece as a value
      text.replace(from, end - from, piece());
      break;
    case 4:  // a piece as text
      text.replace(from, end - from, '"' + piece() + '"');
      break;
    case 5: {  // a piece inside a value: formulas grow
      text.insert(from + random.below(end - from + 1), piece());
      break;
    }
    case 6: {  // a value twice: arrays and objects grow
      const std::string copy = text.substr(from, end - from);
      text.insert(end, "," + copy);
      break;
    }
    case 7: {  // a value and the comma after it go
      const std::size_t past = end < text.size() && text[end] == ',' ? end + 1 : end;
      text.erase(from, past - from);
      break;
    }
    case 8: {  // two values change places
      const auto [other, other_end] = some_value(text, random);
      if (end <= other) {
        const std::string left = text.substr(from, end - from);
        const std::string right = text.substr(other, other_end - other);
        text.replace(other, other_end - other, left);
        text.replace(from, end - from, right);
      }
      break;
    }
    case 9: {  // a digit
      const std::size_t digit = text.find_first_of("0123456789", random.below(text.size()));
      if (digit != std::string::npos) text[digit] = static_cast<char>('0' + random.below(10));
      break;
    }
    case 10: {  // a byte
      text[random.below(text.size())] = static_cast<char>(random.below(256));
      break;
    }
    case 11:  // the end is missing
      if (random.below(4) == 0) text.resize(random.below(text.size()));
      break;
    default: {  // brackets or a sum, many times over
      const std::string& repeated = piece();
      std::string many;
      for (std::size_t k = 1 + random.below(40); k > 0; --k) many += repeated;
      text.insert(from + random.below(end - from + 1), many);
    }
  }
}

}  // namespace fuzz
