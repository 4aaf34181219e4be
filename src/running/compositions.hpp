// The variational methods by name: one of order 2 and its symmetric compositions.
#pragma once

#include <optional>
#include <string>

#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel::running {

/// Calls run(method) with the base method of order 2 or a composition of it; nothing for other names.
template <class Base, class Run>
std::optional<RunStatus> run_compositions(const std::string& name, const Base& base,
                                          const Run& run) {
  if (name == "variational") return run(base);
  if (name == "variational4") return run(Composition<Suzuki4, Base>{base});
  if (name == "variational6") return run(Composition<KahanLi6, Base>{base});
  if (name == "variational8") return run(Composition<KahanLi8, Base>{base});
  return std::nullopt;
}

}  // namespace hamel::running
