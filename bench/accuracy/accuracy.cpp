// Audits every function of every group against 60-digit references and writes the table of docs/measured/accuracy.md.
#include <fstream>
#include <iostream>
#include <ostream>

#include "audit.hpp"
#include "runs.hpp"

namespace {

template <class S>
Audit<S> run(int count) {
  Audit<S> all;
  audit_rotations(all, count);
  audit_planar_motions(all, count);
  audit_spatial_motions(all, count);
  audit_other_groups(all, count);
  audit_named_groups(all, count);
  audit_linear_maps(all, count);
  audit_run_time_groups(all, count);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const auto in_double = run<double>(400);
  const auto in_float = run<float>(100);
  std::ofstream file;
  if (argc > 1) file.open(argv[1]);
  std::ostream& out = argc > 1 ? file : std::cout;
  out << R"(# Accuracy

Written by `bench_accuracy docs/measured/accuracy.md`; do not edit. Every function of every group against 60-digit references, at
angles from 1e-12 to pi - 1e-9 (float: pi - 1e-6) in several directions, with translations O(1) and O(1e3); SE2 also over
160 turns; SO21 over |z| <= 25 of either sign, parabolic and nearly parabolic vectors included; SL3 also where eigenvalues
meet or are far apart (there the angle is the gap or the largest logarithm); groups given by matrices
and algebras given by structure constants beside the built-in ones.

exp, log, Ad_exp and the differentials are compared with power series of matrices (`bench/accuracy/reference.hpp`); what is
polynomial or rational in its inputs (products, actions, the Cayley map) with itself in 60 digits. Errors are relative in
the norm of the result. The condition number is componentwise: how much relative errors of the inputs are magnified in the
norm of the result.

## double (limit 2e-15)

)";
  in_double.print(out);
  out << "\n## float (limit 1e-6)\n\n";
  in_float.print(out);
  std::cout << "largest error / max(1, condition): double " << in_double.worst() << ", float "
            << in_float.worst() << "\n";
  return in_double.worst() <= 2e-15 && in_float.worst() <= 1e-6 ? 0 : 1;
}
