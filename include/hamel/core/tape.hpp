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

/// What was computed with Taped<S> numbers: each result is a node, with edges to the numbers that it came from and the
/// partial derivatives by them. The edges of a node lie together, and the first one's place is its name; node 0 stands
/// for all constants. One tape records at a time in each thread.
template <class S>
class Tape {
 public:
  using Node = std::uint32_t;

 private:
  struct Edge {
    S partial;
    Node from, to;
  };

 public:
  /// Records from now on, until it goes out of scope.
  Tape() : before_(current_) { current_ = this; }
  ~Tape() { current_ = before_; }
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// The tape of this thread.
  static Tape& current() noexcept { return *current_; }

  /// The name that the next node will have, a place to come back to.
  Node size() const noexcept { return static_cast<Node>(next_ - edges_.data()); }

  /// Forgets the nodes from `size` on, and their adjoints.
  void rewind(Node size) noexcept {
    if (size < this->size()) clear(size, this->size());
    next_ = edges_.data() + size;
  }

  /// A node that comes from nothing.
  Node variable() { return variables(1); }

  /// `count` of them, with names one after the other; returns the first.
  Node variables(int count) {
    Edge* const next = room(std::size_t(count));
    const Node first = size();
    for (int i = 0; i < count; ++i) put(next[i], S(0), 0, first + Node(i));
    advance(next + count);
    return first;
  }

  /// A node that comes from another, or from two, with the partial derivatives by them.
  [[gnu::always_inline]] Node node(const S& partial, Node from) {
    const Node name = size();
    put(next_[0], partial, from, name);
    advance(next_ + 1);
    return name;
  }
  [[gnu::always_inline]] Node node(const S& a, Node x, const S& b, Node y) {
    const Node name = size();
    put(next_[0], a, x, name);
    put(next_[1], b, y, name);
    advance(next_ + 2);
    return name;
  }

  /// A node while its edges are added, `edges` at most.
  struct NewNode {
    [[gnu::always_inline]] NewNode(Tape& on, std::size_t edges)
        : tape(on), next(on.room(edges)), name(on.size()) {}
    /// Adds an edge; one from a constant, or whose partial derivative vanishes, leaves no trace.
    [[gnu::always_inline]] void edge(Node from, const S& partial) noexcept {
      if (from == 0 || partial == S(0)) return;
      put(*next++, partial, from, name);
    }
    /// Its name; that of a constant where there is no edge.
    [[gnu::always_inline]] Node close() {
      if (next == tape.next_) return 0;
      tape.advance(next);
      return name;
    }

    Tape& tape;
    Edge* next;
    Node name;
  };

  /// The derivative, by a node, of what the adjoints were set from.
  S& adjoint(Node node) noexcept { return adjoints_[node]; }

  /// Carries the adjoints of the nodes in [first, last) to those that they came from.
  void reverse(Node first, Node last) noexcept {
    S* const adjoints = adjoints_.data();
    const Edge* const begin = edges_.data() + first;
    for (const Edge* e = edges_.data() + last; e-- != begin;)
      if (const S by = adjoints[e->to]; by != S(0)) adjoints[e->from] += by * e->partial;
  }
  /// Sets the adjoints of [first, last) to zero.
  void clear(Node first, Node last) noexcept {
    std::fill(adjoints_.begin() + first, adjoints_.begin() + last, S(0));
  }

 private:
  [[gnu::always_inline]] static void put(Edge& edge, const S& partial, Node from,
                                         Node to) noexcept {
    edge.partial = partial;
    edge.from = from;
    edge.to = to;
  }
  /// The next edge goes there; there is always room for a few.
  [[gnu::always_inline]] void advance(Edge* next) {
    next_ = next;
    if (next > last_) [[unlikely]]
      grow(few);
  }
  /// Where the next edges go.
  [[gnu::always_inline]] Edge* room(std::size_t edges) {
    if (edges > few && static_cast<std::size_t>(last_ - next_) + few < edges) [[unlikely]]
      grow(edges);
    return next_;
  }
  [[gnu::noinline, gnu::cold]] void grow(std::size_t edges) {
    const auto used = next_ - edges_.data();
    edges_.resize(2 * edges_.size() + edges);
    adjoints_.resize(edges_.size(), S(0));
    next_ = edges_.data() + used;
    last_ = edges_.data() + edges_.size() - few;
  }

  static inline thread_local Tape* current_ = nullptr;
  Tape* before_;
  std::vector<Edge> edges_ = std::vector<Edge>(256);
  std::vector<S> adjoints_ = std::vector<S>(256, S(0));
  static constexpr std::size_t few = 16;
  Edge *next_ = edges_.data() + 1,
       *last_ = edges_.data() + edges_.size() - few;  // few before the end
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

  /// New variables with the values of a vector.
  template <class V>
  static auto variables(const V& values) {
    const int count = static_cast<int>(values.size());
    const Node first = Tape<S>::current().variables(count);
    Eigen::Matrix<Taped, V::RowsAtCompileTime, 1> r(count);
    for (int i = 0; i < count; ++i) r[i] = {values[i], first + Node(i)};
    return r;
  }

  const S& value() const noexcept { return value_; }
  Node node() const noexcept { return node_; }  ///< 0 for constants

  /// f(x), or f(x,y), with the value and the partial derivatives of f.
  static Taped chain(const S& value, const S& a, const Taped& x) {
    if (x.node_ == 0 || a == S(0)) return value;
    return {value, Tape<S>::current().node(a, x.node_)};
  }
  static Taped chain(const S& value, const S& a, const Taped& x, const S& b, const Taped& y) {
    if (y.node_ == 0) return chain(value, a, x);
    if (x.node_ == 0) return chain(value, b, y);
    return {value, Tape<S>::current().node(a, x.node_, b, y.node_)};
  }

  /// A function of the x(l), l < k, with its value and its partial derivatives a(l), as one node.
  template <class A, class X>
  static Taped function(const S& value, int k, const A& a, const X& x) {
    typename Tape<S>::NewNode node(Tape<S>::current(), std::size_t(k));
    for (int l = 0; l < k; ++l) node.edge(x(l).node_, a(l));
    return {value, node.close()};
  }
  /// The sum of x(l) y(l), l < k, as one node; the x may be plain numbers.
  template <class X, class Y>
  static Taped sum_of_products(int k, const X& x, const Y& y) {
    typename Tape<S>::NewNode node(Tape<S>::current(), 2 * std::size_t(k));
    S sum(0);
    for (int l = 0; l < k; ++l) {
      const Taped b = y(l);
      const auto a = x(l);
      if constexpr (std::is_same_v<decltype(a), const Taped>) {
        sum += a.value_ * b.value_;
        node.edge(a.node_, b.value_);
        node.edge(b.node_, a.value_);
      } else {
        sum += S(a) * b.value_;
        node.edge(b.node_, S(a));
      }
    }
    return {sum, node.close()};
  }

  Taped& operator+=(const Taped& y) { return *this = *this + y; }
  Taped& operator-=(const Taped& y) { return *this = *this - y; }
  Taped& operator*=(const Taped& y) { return *this = *this * y; }
  Taped& operator/=(const Taped& y) { return *this = *this / y; }

  friend Taped operator+(const Taped& x) { return x; }
  friend Taped operator-(const Taped& x) { return chain(-x.value_, S(-1), x); }
  // a number that a constant is added to has the derivatives that it had
  friend Taped operator+(const Taped& x, const Taped& y) {
    const S sum = x.value_ + y.value_;
    if (y.node_ == 0) return {sum, x.node_};
    if (x.node_ == 0) return {sum, y.node_};
    return chain(sum, S(1), x, S(1), y);
  }
  friend Taped operator-(const Taped& x, const Taped& y) {
    const S difference = x.value_ - y.value_;
    if (y.node_ == 0) return {difference, x.node_};
    return chain(difference, S(1), x, S(-1), y);
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
