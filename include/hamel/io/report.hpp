// Every question of the checkers, asked of a system file, and printing the answers.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// A question in words: what it says and where it is from.
struct QuestionText {
  std::string id, statement, source;
};
/// All questions, in the order they are asked.
std::vector<QuestionText> question_texts();

/// The answers for one system.
struct Report {
  std::string name;
  int dim = 0, rank = 0;
  bool moves = false;               ///< d moves with the configuration
  int positive = 0, negative = 0;   ///< signature of g (at the start when g varies)
  std::vector<int> growth;          ///< growth vector of d, at generic points; empty in coordinates
  std::vector<int>
      growth_at_start;              ///< the same at the start, where d moves with the configuration
  std::vector<Verdict> conditions;  ///< those that apply, in the order of `question_texts`
  Verdict q1;
  /// What `hamel verify` does with each exact answer, by the id of its question.
  std::map<std::string, Proof, std::less<>> proofs;
  double projected = 0;    ///< how far the start was off its constraint before it was moved onto it
  std::string projection;  ///< the same in words; empty where it was not
};

/// Exact where the file is rational, otherwise with the tolerance named in each verdict.
Report report_on(const SystemFile& file);

/// The report in words, as `hamel check` prints it.
std::string words(const Report& report);
/// The same as a JSON object, as `hamel check --json` prints it.
std::string as_json(const Report& report);

/// `q2` for the motion from the start of the file, by proof: for a constant rational metric without potential, force or
/// offset and a rational start; a "no" also where metric, potential or constraint varies or in coordinates, when the
/// series of the motion prove it. Nothing for others, and where it is not decided.
std::optional<Verdict> prove_q2(const SystemFile& file);

}  // namespace hamel
