// Heap allocations, counted: operator new is replaced here, and the linker passes malloc and realloc,
// which Eigen calls itself, through the wrappers below (--wrap, see CMakeLists.txt).
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

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_realloc(void* p, std::size_t size);

void* __wrap_malloc(std::size_t size) {
  ++calls;
  return __real_malloc(size);
}
void* __wrap_realloc(void* p, std::size_t size) {
  ++calls;
  return __real_realloc(p, size);
}
}

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
