// Lists whose length stays, for decisions at the door.
#pragma once

#include <cstddef>
#include <utility>

namespace hamel {

/// n values, zero at first. What is decided with such lists is little, and the code of a std::vector for each type
/// would cost a user's compiler more than the decision.
template <class T>
class FixedList {
 public:
  [[gnu::noinline]] explicit FixedList(int n)
      : size_(n), entries_(new T[static_cast<std::size_t>(n)]()) {}
  FixedList(const FixedList& other) : FixedList(other.size_) {
    for (int i = 0; i < size_; ++i) entries_[i] = other.entries_[i];
  }
  FixedList(FixedList&& other) noexcept : size_(other.size_), entries_(other.entries_) {
    other.size_ = 0;
    other.entries_ = nullptr;
  }
  FixedList& operator=(FixedList other) noexcept {
    std::swap(size_, other.size_);
    std::swap(entries_, other.entries_);
    return *this;
  }
  ~FixedList() { delete[] entries_; }

  int size() const noexcept { return size_; }
  T& operator[](int i) noexcept { return entries_[i]; }
  const T& operator[](int i) const noexcept { return entries_[i]; }
  T* begin() noexcept { return entries_; }
  T* end() noexcept { return entries_ + size_; }
  const T* begin() const noexcept { return entries_; }
  const T* end() const noexcept { return entries_ + size_; }

 private:
  int size_;
  T* entries_;
};

}  // namespace hamel
