// Reverse-mode derivatives: numbers that write down how they were made, for gradients by any number of variables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/chain_rule.hpp>

namespace hamel {

/// What was computed with Taped<S> numbers: one node per result, with edges to the numbers that it came from and the
/// partial derivatives by them. Node 0 stands for all constants. One tape records at a time in each thread.
template <class S>
class Tape {
 public:
  using Node = std::uint32_t;

  /// Records from now on, until it goes out of scope.
  Tape() : before_(current_) { current_ = this; }
  ~Tape() { current_ = before_; }
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// The tape of this thread.
  static Tape& current() noexcept { return *current_; }

  /// The number of nodes so far, a place to come back to.
  Node size() const noexcept { return static_cast<Node>(size_); }

  /// Forgets the nodes from `size` on, and their adjoints.
  void rewind(Node size) noexcept {
    if (size < size_) clear(size, this->size());
    size_ = size;
    cursor_ = edges_.data() + ends_[size - 1];
  }

  /// A node that comes from nothing.
  Node variable() {
    make_room(0);
    return close();
  }
  /// Room for one node and its edges.
  [[gnu::always_inline]] void make_room(std::size_t edges) {
    if (size_ + 1 >= ends_.size() || cursor_ + edges > last_) [[unlikely]]
      grow(edges);
  }
  /// Adds an edge to the node that is being made. Partial derivatives that vanish leave no trace.
  [[gnu::always_inline]] void edge(Node from, const S& partial) noexcept {
    if (from != 0 && partial != S(0)) *cursor_++ = {partial, from};
  }
  /// The node of the edges added since the last one; none for a constant.
  [[gnu::always_inline]] Node close_result() noexcept {
    return edges_.data() + ends_[size_ - 1] == cursor_ ? 0 : close();
  }

  /// The derivative, by a node, of what the adjoints were set from.
  S& adjoint(Node node) noexcept { return adjoints_[node]; }

  /// Carries the adjoints of the nodes in [first, last) to those that they came from.
  void reverse(Node first, Node last) noexcept {
    S* const adjoints = adjoints_.data();
    const Edge* const edges = edges_.data();
    const Edge* end = edges + ends_[last - 1];
    for (Node k = last; k-- > first;) {
      const Edge* const begin = edges + ends_[k - 1];
      if (const S by = adjoints[k]; by != S(0))
        for (const Edge* e = begin; e != end; ++e) adjoints[e->from] += by * e->partial;
      end = begin;
    }
  }
  /// Sets the adjoints of [first, last) to zero.
  void clear(Node first, Node last) noexcept {
    std::fill(adjoints_.begin() + first, adjoints_.begin() + last, S(0));
  }

 private:
  struct Edge {
    S partial;
    Node from;
  };
  [[gnu::always_inline]] Node close() noexcept {
    ends_[size_] = static_cast<std::uint32_t>(cursor_ - edges_.data());
    return static_cast<Node>(size_++);
  }
  [[gnu::noinline]] void grow(std::size_t edges) {
    const auto used = cursor_ - edges_.data();
    ends_.resize(2 * ends_.size());
    adjoints_.resize(ends_.size(), S(0));
    edges_.resize(2 * edges_.size() + edges);
    cursor_ = edges_.data() + used;
    last_ = edges_.data() + edges_.size();
  }

  static inline thread_local Tape* current_ = nullptr;
  Tape* before_;
  std::size_t size_ = 1;
  std::vector<Edge> edges_ = std::vector<Edge>(4096);
  std::vector<std::uint32_t> ends_ =
      std::vector<std::uint32_t>(2048, 0);  // of the edges of each node
  std::vector<S> adjoints_ = std::vector<S>(2048, S(0));
  Edge *cursor_ = edges_.data(), *last_ = cursor_ + edges_.size();
};

/// A number that is recorded on the current Tape<S> where it depends on variables.
template <class S>
class Taped : public ChainRule<Taped<S>, S> {
 public:
  using Node = typename Tape<S>::Node;
  static constexpr bool sums_products = true;  ///< see sum_of_products

  Taped() = default;

  /// A constant.
  Taped(const S& value) : value_(value), node_(0) {}
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>) Taped(T value) : Taped(S(value)) {}

  /// A new variable.
  static Taped variable(const S& value) { return {value, Tape<S>::current().variable()}; }

  const S& value() const noexcept { return value_; }
  Node node() const noexcept { return node_; }  ///< 0 for constants

  /// f(x), or f(x,y), with the value and the partial derivatives of f.
  static Taped chain(const S& value, const S& a, const Taped& x) {
    if (x.node_ == 0) return value;
    Tape<S>& tape = Tape<S>::current();
    tape.make_room(1);
    tape.edge(x.node_, a);
    return {value, tape.close_result()};
  }
  static Taped chain(const S& value, const S& a, const Taped& x, const S& b, const Taped& y) {
    if (x.node_ == 0 && y.node_ == 0) return value;
    Tape<S>& tape = Tape<S>::current();
    tape.make_room(2);
    tape.edge(x.node_, a);
    tape.edge(y.node_, b);
    return {value, tape.close_result()};
  }

  /// The sum of x(l) y(l), l < k, as one node; the x may be plain numbers.
  template <class X, class Y>
  static Taped sum_of_products(int k, const X& x, const Y& y) {
    Tape<S>& tape = Tape<S>::current();
    tape.make_room(2 * std::size_t(k));
    S sum(0);
    for (int l = 0; l < k; ++l) {
      const Taped b = y(l);
      const auto a = x(l);
      if constexpr (std::is_same_v<decltype(a), const Taped>) {
        sum += a.value_ * b.value_;
        tape.edge(a.node_, b.value_);
        tape.edge(b.node_, a.value_);
      } else {
        sum += S(a) * b.value_;
        tape.edge(b.node_, S(a));
      }
    }
    return {sum, tape.close_result()};
  }

  Taped& operator+=(const Taped& y) { return *this = *this + y; }
  Taped& operator-=(const Taped& y) { return *this = *this - y; }
  Taped& operator*=(const Taped& y) { return *this = *this * y; }
  Taped& operator/=(const Taped& y) { return *this = *this / y; }

  friend Taped operator+(const Taped& x) { return x; }
  friend Taped operator-(const Taped& x) { return chain(-x.value_, S(-1), x); }
  friend Taped operator+(const Taped& x, const Taped& y) {
    return chain(x.value_ + y.value_, S(1), x, S(1), y);
  }
  friend Taped operator-(const Taped& x, const Taped& y) {
    return chain(x.value_ - y.value_, S(1), x, S(-1), y);
  }
  friend Taped operator*(const Taped& x, const Taped& y) {
    return chain(x.value_ * y.value_, y.value_, x, x.value_, y);
  }
  friend Taped operator/(const Taped& x, const Taped& y) {
    const S over = S(1) / y.value_, ratio = x.value_ / y.value_;
    return chain(ratio, over, x, S(-ratio * over), y);
  }
  /// x^y; a constant y asks for no logarithm, which a negative x would not have.
  friend Taped pow(const Taped& x, const Taped& y) {
    using std::log, std::pow;
    const Taped r = pow(x, y.value_);
    if (y.node_ == 0 || r.value_ == S(0)) return r;
    return chain(r.value_, S(1), r, S(log(x.value_) * r.value_), y);
  }

 private:
  Taped(const S& value, Node node) : value_(value), node_(node) {}

  S value_;
  Node node_;
};

}  // namespace hamel

/// The resolution of a taped number is that of its value.
template <class S>
class std::numeric_limits<hamel::Taped<S>> : public std::numeric_limits<S> {};

namespace Eigen {

template <class S>
struct NumTraits<hamel::Taped<S>> : NumTraits<S> {
  using Real = hamel::Taped<S>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum { ReadCost = 2, AddCost = 8, MulCost = 8 };
};

// Matrices of taped numbers times constants, from either side.
template <class S, class Operation>
struct ScalarBinaryOpTraits<hamel::Taped<S>, S, Operation> {
  using ReturnType = hamel::Taped<S>;
};
template <class S, class Operation>
struct ScalarBinaryOpTraits<S, hamel::Taped<S>, Operation> {
  using ReturnType = hamel::Taped<S>;
};

}  // namespace Eigen
