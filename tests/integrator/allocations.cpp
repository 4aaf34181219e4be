// The global operator new, replaced by one that counts.
#include "allocations.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

long calls = 0;

void* allocate(std::size_t size, std::size_t alignment) {
  ++calls;
  if (void* p = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment))
    return p;
  throw std::bad_alloc();
}

}  // namespace

long allocations::count() noexcept {
  return calls;
}

void* operator new(std::size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t a) {
  return allocate(size, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
