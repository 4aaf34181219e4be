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
#include <hamel/core/circle.hpp>
#include <hamel/core/inline.hpp>

namespace hamel {

/// What was computed with Taped<S> numbers: each result is a node, with the numbers that it came from, two at most, and
/// the partial derivatives by them; a node that came from more is a chain of nodes. The place of a node is its name;
/// node 0 stands for all constants. One tape records at a time in each thread.
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

  /// The name that the next node will have, a place to come back to.
  Node size() const noexcept { return size_; }

  /// Forgets the nodes from `size` on, and their adjoints.
  void rewind(Node size) noexcept {
    if (size < size_) clear(size, size_);
    size_ = size;
    direction.angle = 0;
  }

  /// A node that comes from nothing.
  Node variable() { return variables(1); }

  /// `count` of them, with names one after the other; returns the first.
  Node variables(int count) {
    const Node first = size_;
    if (first + std::size_t(count) > room_) [[unlikely]]
      grow(std::size_t(count));
    for (int i = 0; i < count; ++i) nodes_[first + std::size_t(i)] = Origin{};
    size_ += Node(count);
    return first;
  }

  /// A node that comes from x, or from x and y, with the partial derivatives a and b.
  HAMEL_ALWAYS_INLINE Node node(const S& a, Node x) { return node(a, x, S(0), 0); }
  HAMEL_ALWAYS_INLINE Node node(const S& a, Node x, const S& b, Node y) {
    const Node name = size_;
    Origin& from = nodes_[name];
    from.a = a;
    from.b = b;
    from.x = x;
    from.y = y;
    size_ = name + 1;
    if (name >= room_) [[unlikely]]
      grow(0);
    return name;
  }

  /// A node while what it comes from is added.
  struct NewNode {
    explicit NewNode(Tape& on) : tape(on) {}
    /// Adds a number; a constant, or one whose partial derivative vanishes, leaves no trace.
    HAMEL_ALWAYS_INLINE void edge(Node from, const S& partial) {
      if (from == 0 || partial == S(0)) return;
      if (last != 0) {
        last = tape.node(slope, last, partial, from);
        slope = S(1);
        whole = true;
      } else {
        last = from;
        slope = partial;
      }
    }
    /// Its name; that of a constant where it comes from nothing.
    HAMEL_ALWAYS_INLINE Node close() {
      if (whole || last == 0) return last;
      return tape.node(slope, last);
    }

    Tape& tape;
    Node last = 0;       // the number added, or the node of all so far
    S slope{};           // by it
    bool whole = false;  // is it that node?
  };

  /// Nodes of the cosine and the sine of a node, which one place has in many terms; none where `angle` is 0.
  struct LastDirection {
    Node angle = 0, cosine = 0, sine = 0;
    S at{};  ///< the angle's value
    Direction<S> values{};
  };
  LastDirection direction;

  /// The derivative, by a node, of what the adjoints were set from.
  S& adjoint(Node node) noexcept { return adjoints_[node]; }

  /// Carries the adjoints of the nodes in [first, last) to those that they came from.
  void reverse(Node first, Node last) noexcept { carry_back<false>(first, last); }
  /// The same; those adjoints are 0 again.
  void reverse_and_clear(Node first, Node last) noexcept { carry_back<true>(first, last); }
  /// Carries the adjoints of the nodes from `first` on to those that they came from, and forgets them.
  HAMEL_ALWAYS_INLINE void take_back(Node first) noexcept {
    carry_back<true>(first, size_);
    size_ = first;
    direction.angle = 0;
  }
  /// Sets the adjoints of [first, last) to zero.
  void clear(Node first, Node last) noexcept {
    std::fill(adjoints_.begin() + first, adjoints_.begin() + last, S(0));
  }

 private:
  struct Origin {
    S a{}, b{};
    Node x = 0, y = 0;
  };

  /// Node by node, the last one first; where they are forgotten their adjoints are 0 again. What a constant gets is
  /// never looked at.
  template <bool forgotten>
  HAMEL_ALWAYS_INLINE void carry_back(Node first, Node last) noexcept {
    S* const adjoints = adjoints_.data();
    const Origin* const nodes = nodes_.data();
    for (std::size_t i = last; i-- > first;) {
      const S by = adjoints[i];
      if (by == S(0)) continue;
      if constexpr (forgotten) adjoints[i] = S(0);
      const Origin& from = nodes[i];
      adjoints[from.x] += by * from.a;
      adjoints[from.y] += by * from.b;
    }
  }
  [[gnu::noinline, gnu::cold]] void grow(std::size_t count) {
    nodes_.resize(2 * nodes_.size() + count);
    adjoints_.resize(nodes_.size(), S(0));
    room_ = nodes_.size() - 2;
  }

  static inline thread_local Tape* current_ = nullptr;
  Tape* before_;
  std::vector<Origin> nodes_ = std::vector<Origin>(256);
  std::vector<S> adjoints_ = std::vector<S>(256, S(0));
  std::size_t room_ = nodes_.size() - 2;  // behind the nodes there is always room for one
  Node size_ = 1;
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

  /// The variable of that name, with the value that it has this time.
  static Taped variable(const S& value, Node name) { return {value, name}; }

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

  /// Cosine and sine, recorded once while those of the same number are asked for.
  static Direction<Taped> direction(const Taped& x) {
    auto& last = Tape<S>::current().direction;
    if (x.node_ != 0 && last.angle == x.node_ && last.at == x.value_)
      return {{last.values.cosine, last.cosine}, {last.values.sine, last.sine}};
    const auto [cosine, sine] = cosine_and_sine(x.value_);
    const Direction<Taped> r{chain(cosine, -sine, x), chain(sine, cosine, x)};
    last = {x.node_, r.cosine.node_, r.sine.node_, x.value_, {cosine, sine}};
    return r;
  }

  /// A function of the x(l), l < k, with its value and its partial derivatives a(l), as one node.
  template <class A, class X>
  static Taped function(const S& value, int k, const A& a, const X& x) {
    typename Tape<S>::NewNode node(Tape<S>::current());
    for (int l = 0; l < k; ++l) node.edge(x(l).node_, a(l));
    return {value, node.close()};
  }
  /// The sum of x(l) y(l), l < k, as one node; the x may be plain numbers.
  template <class X, class Y>
  static Taped sum_of_products(int k, const X& x, const Y& y) {
    typename Tape<S>::NewNode node(Tape<S>::current());
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

/// N variables that have other values time after time, each time once all is forgotten that came from them before.
template <class S, int N>
class Variables {
 public:
  explicit Variables(Tape<S>& tape) : first_(tape.variables(N)) {}

  /// The variables with the values of a vector.
  template <class V>
  HAMEL_ALWAYS_INLINE Eigen::Matrix<Taped<S>, N, 1> with(const V& values) const {
    Eigen::Matrix<Taped<S>, N, 1> r;
    for (int i = 0; i < N; ++i)
      r[i] = Taped<S>::variable(values[i], first_ + typename Tape<S>::Node(i));
    return r;
  }
  /// Their adjoints.
  HAMEL_ALWAYS_INLINE Eigen::Matrix<S, N, 1> adjoints(Tape<S>& tape) const {
    Eigen::Matrix<S, N, 1> r;
    for (int i = 0; i < N; ++i) r[i] = tape.adjoint(first_ + typename Tape<S>::Node(i));
    return r;
  }
  /// The same; they begin at 0 again.
  HAMEL_ALWAYS_INLINE Eigen::Matrix<S, N, 1> take(Tape<S>& tape) const {
    const Eigen::Matrix<S, N, 1> r = adjoints(tape);
    for (int i = 0; i < N; ++i) tape.adjoint(first_ + typename Tape<S>::Node(i)) = S(0);
    return r;
  }

 private:
  typename Tape<S>::Node first_;
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
