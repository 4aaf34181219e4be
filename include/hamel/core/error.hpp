// Bad input is refused at the door: one exception type that names what was wrong.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace hamel {

/// A piece of a sentence that refuses: text or a number.
class Word {
 public:
  [[gnu::noinline]] Word(const char* text) : text_(text) {}
  Word(const std::string& text) : Word(text.c_str()) {}
  template <class Number>
  requires std::is_arithmetic_v<Number> Word(Number number)
      : Word(static_cast<long double>(number), std::is_integral_v<Number>) {}

  /// Its length; writes it to `at`, and one character more, unless that is null.
  [[gnu::cold]] std::size_t write(char* at) const {
    if (text_ == nullptr)
      return std::size_t(
          std::snprintf(at, at == nullptr ? 0 : 32, whole_ ? "%.0Lf" : "%.10Lg", number_));
    const std::size_t size = std::strlen(text_);
    if (at != nullptr) std::memcpy(at, text_, size);
    return size;
  }

 private:
  [[gnu::noinline]] Word(long double number, bool whole) : number_(number), whole_(whole) {}

  const char* text_ = nullptr;
  long double number_ = 0;
  bool whole_ = false;
};

/// A sentence of such pieces, as long as the expression lasts in which it is written; joined only when it is said, so
/// that the many that never are cost no code.
class Words {
 public:
  Words(const char* text) : one_(text) {}
  Words(const std::string& text) : one_(text) {}
  Words(std::initializer_list<Word> pieces) : one_(""), pieces_(pieces) {}

  [[gnu::cold]] std::string joined() const {
    std::string sentence(write(nullptr), ' ');
    write(sentence.data());
    return sentence;
  }

 private:
  std::size_t write(char* at) const {
    std::size_t size = one_.write(at);
    for (const Word& piece : pieces_) size += piece.write(at == nullptr ? at : at + size);
    return size;
  }

  Word one_;
  std::initializer_list<Word> pieces_;
};

/// Thrown by constructors and readers on input that has no meaning. Numerical failure while running
/// is never an exception, see status.hpp.
///
/// `what()` reads "<where>: found <found>, expected <expected>".
class InputError : public std::invalid_argument {
 public:
  [[gnu::cold, gnu::noinline]] InputError(const Words& where, const Words& found,
                                          const Words& expected)
      : std::invalid_argument(
            Words{where.joined(), ": found ", found.joined(), ", expected ", expected.joined()}
                .joined()),
        where_(where.joined()),
        found_(found.joined()),
        expected_(expected.joined()) {}
  InputError(const InputError&) = default;
  InputError& operator=(const InputError&) = default;
  [[gnu::cold, gnu::noinline]] ~InputError() override {}  // once, not in each kind of error

  const std::string& where() const noexcept { return where_; }  ///< the quantity, or a JSON path
  const std::string& found() const noexcept { return found_; }  ///< its value
  const std::string& expected() const noexcept {
    return expected_;
  }  ///< the limit or form it violates

 private:
  std::string where_, found_, expected_;
};

/// A number of matching objects is wrong (vector length, matrix shape, algebra dimension).
struct DimensionError : InputError {
  using InputError::InputError;
};
/// Structure constants that are not antisymmetric or fail the Jacobi identity.
struct NotALieAlgebra : InputError {
  using InputError::InputError;
};
/// A metric that is asymmetric, or degenerate on g or on d.
struct DegenerateMetric : InputError {
  using InputError::InputError;
};
/// Spanning vectors of a distribution that are dependent, or a velocity or multiplier that violates
/// it.
struct ConstraintViolation : InputError {
  using InputError::InputError;
};
/// An element that is not on its group.
struct OffGroup : InputError {
  using InputError::InputError;
};

/// Where refusals go in a program without exceptions (-fno-exceptions), and only there. When it returns, the program
/// ends.
inline void (*refusal_handler)(const InputError& error) = nullptr;

/// Refuses bad input, the one way in which a header does: throws the error, or where there are no exceptions hands it
/// to `refusal_handler` and ends the program.
template <class Error>
[[noreturn, gnu::cold, gnu::noinline]] void refuse(const Words& where, const Words& found,
                                                   const Words& expected) {
#ifdef __cpp_exceptions
  throw Error(where, found, expected);
#else
  const Error error(where, found, expected);
  if (refusal_handler != nullptr) refusal_handler(error);
  std::abort();
#endif
}

/// The number as text, with enough digits to recognise it.
template <class Number>
[[gnu::cold]] std::string text(const Number& value) {
  if constexpr (std::is_integral_v<Number>) {
    return std::to_string(value);
  } else if constexpr (std::is_floating_point_v<Number>) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.10Lg", static_cast<long double>(value));
    return digits;
  } else {
    std::ostringstream out;
    out.precision(10);
    out << value;
    return out.str();
  }
}

}  // namespace hamel
