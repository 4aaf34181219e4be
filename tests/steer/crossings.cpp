// Where the stability of steady motions changes, against closed forms and the benchmark of bicycles.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/linear_family.hpp>
#include <hamel/io/model.hpp>

#include "../io/run_command.hpp"
#include "cases/price.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

std::string example(const char* name) {
  return paths::source() + "/examples/linear/" + name + ".json";
}

/// The whole numbers from 0 on.
std::vector<Rational> up_to(int last) {
  std::vector<Rational> values;
  for (int i = 0; i <= last; ++i) values.emplace_back(i);
  return values;
}

double off(double value, double exact) {
  return std::abs(value - exact) / exact;
}

}  // namespace

TEST_CASE("a skateboard holds itself upright from a speed on") {
  Model model = Model::read(example("skateboard"));
  const LinearFamily family = linear_family(model, "v", up_to(10));
  REQUIRE(family.rows.size() == 11);
  REQUIRE(family.crossings.size() == 1);
  // (Ix + m h^2) g'' + m h l (c/a) v g' + (k - m g h + m h (c/a) v^2) g = 0
  CHECK(off(family.crossings[0].value, std::sqrt((686.7 - 400) / (70 * 1.25))) < 1e-13);
  CHECK(!family.crossings[0].pair);
  CHECK(!family.crossings[0].grows);
  CHECK(family.rows[1].flow.stability == FlowStability::unstable);
  CHECK(family.rows[2].flow.stability == FlowStability::stable);
}

TEST_CASE("a coin that rolls straight on: as hamel study says exactly") {
  Model model = Model::read(system_path("tilting_disk"));
  model.set({{"u2", Rational(0)}, {"u3", Rational(0)}});
  const LinearFamily family = linear_family(model, "u1", up_to(4));
  REQUIRE(family.crossings.size() == 1);
  CHECK(off(family.crossings[0].value, std::sqrt(49. / 15)) < 1e-13);  // tests/study/turning.cpp
  CHECK(!family.crossings[0].pair);
  CHECK(family.rows[1].flow.stability == FlowStability::unstable);
  CHECK(family.rows[2].flow.stability == FlowStability::marginal);  // it keeps wobbling
}

TEST_CASE("a top that sleeps: its pairs meet on the axis and leave it") {
  Model model = Model::parse(R"({"schema": 1, "name": "top", "group": ["SO3"],
    "metric": [["2","0","0"],["0","2","0"],["0","0","1"]], "potential": "3*R33", "parameters": {"w": "1"},
    "initial": {"a": ["0","0","w"]}})");
  const LinearFamily family = linear_family(model, "w", up_to(8));
  REQUIRE(family.crossings.size() == 1);
  CHECK(off(family.crossings[0].value, std::sqrt(24.)) < 1e-11);
  CHECK(family.crossings[0].pair);
  CHECK(!family.crossings[0].grows);
}

TEST_CASE("the benchmark of bicycles") {
  // Meijaard, Papadopoulos, Ruina & Schwab 2007, table 2 and section 4; digits by 40-digit roots of their equations
  Model model = Model::read(example("bicycle"));
  const LinearFamily family = linear_family(model, "v", up_to(10));
  REQUIRE(family.crossings.size() == 2);
  const auto &weave = family.crossings[0], &capsize = family.crossings[1];
  CHECK(off(weave.value, 4.2923825363411302434) < 1e-13);
  CHECK(weave.pair);
  CHECK(!weave.grows);
  CHECK(off(capsize.value, 6.024262015388426753) < 1e-13);
  CHECK(!capsize.pair);
  CHECK(capsize.grows);
  const auto near = [&](int v, const std::complex<double>& root) {
    const auto& modes = family.rows[static_cast<std::size_t>(v)].flow.modes;
    return std::any_of(modes.begin(), modes.end(), [&](const LinearMode& m) {
      return std::abs(std::complex<double>(m.re, m.im) - root) < 1e-11;
    });
  };
  CHECK(near(4, {0.413253315211274, 3.079108186032034}));
  CHECK(near(4, -1.4294442736132926));
  CHECK(near(4, -12.158614265764285));
  CHECK(near(5, {-0.775341882195809, 4.464867713788190}));
  for (int v = 0; v <= 10; ++v)
    CHECK((family.rows[static_cast<std::size_t>(v)].flow.stability == FlowStability::stable) ==
          (v == 5 || v == 6));
}

TEST_CASE("the bicycle as a whole: a chart on the ground, its start found at every speed") {
  Model model = Model::read(example("whole_bicycle"));
  const LinearFamily family = linear_family(model, "v", up_to(10));
  // Of the matrices of appendix A there, in 50 digits: Re and Im of the weave, capsize, castering at v = 1, .., 10.
  const double roots[10][4] = {
      {3.5269617099006942, 0.80774027519931005, -3.1342312506657842, -7.1100801463744077},
      {2.6823451751274535, 1.6806629659067578, -3.0715864564151425, -8.6738798483173716},
      {1.7067560566397352, 2.3158244738432436, -2.633661372536653, -10.351014672459228},
      {0.41325331521124132, 3.0791081860320536, -1.4294442736132575, -12.15861426576444},
      {-0.77534188219584193, 4.4648677137882251, -0.32286642900408708, -14.078389692798247},
      {-1.5264448658414171, 5.876730605987084, -0.0040669007697033624, -16.085371230980284},
      {-2.1387564425836343, 7.1952591332980426, 0.10268170574766416, -18.157884661252021},
      {-2.6934868358109477, 8.4603797139693359, 0.1432787976571295, -20.279408943945663},
      {-3.2167540225249075, 9.693773515317822, 0.15790184030917298, -22.437885590408591},
      {-3.7201684043728757, 10.906811394762882, 0.16105338653171554, -24.624596350174}};
  const auto off_by = [&](int v, const std::complex<double>& root) {
    double least = HUGE_VAL;
    for (const LinearMode& m : family.rows[static_cast<std::size_t>(v)].flow.modes)
      least = std::min(least, std::abs(std::complex<double>(m.re, m.im) - root));
    return least / (1 + std::abs(root));
  };
  for (const double root : {5.5309437176539346, 3.1316432479065557})
    CHECK(std::max(off_by(0, root), off_by(0, -root)) < 1e-13);
  for (int v = 1; v <= 10; ++v) {
    CAPTURE(v);
    const auto& [re, im, capsize, castering] = roots[v - 1];
    const LinearFlow& flow = family.rows[static_cast<std::size_t>(v)].flow;
    CHECK(off_by(v, {re, im}) < 1e-13);
    CHECK(off_by(v, capsize) < 1e-13);
    CHECK(off_by(v, castering) < 1e-13);
    CHECK(flow.names.size() == 10);
    CHECK(flow.symmetries == 5);  // x, y, yaw and the turns of the wheels
    CHECK(flow.neutral == 1);     // the speed
    CHECK(std::count_if(flow.modes.begin(), flow.modes.end(),
                        [](const LinearMode& m) { return m.neutral; }) == 6);
    CHECK((flow.stability == FlowStability::stable) == (v == 5 || v == 6));
  }
  REQUIRE(family.crossings.size() == 2);
  CHECK(off(family.crossings[0].value, 4.2923825363411039587) < 1e-13);
  CHECK(family.crossings[0].pair);
  CHECK(off(family.crossings[1].value, 6.0242620153883588899) < 1e-13);
  CHECK(family.crossings[1].grows);
  // What its formulas share is computed once, and priced once.
  CHECK(velocities_for(model.file(), comparison_work) > 10'000);
}

TEST_CASE("values that are refused, and motions that are not steady") {
  Model model = Model::read(example("skateboard"));
  const LinearFamily family = linear_family(model, "m", {Rational(-5), Rational(1), Rational(2)});
  CHECK(!family.rows[0].refusal.empty());
  CHECK(family.rows[1].refusal.empty());
  CHECK_THROWS_AS(linear_family(model, "nothing", up_to(2)), InputError);
  Model sleigh = Model::read(system_path("chaplygin_sleigh"));
  CHECK(linear_family(sleigh, "m", {Rational(1), Rational(2)}).crossings.empty());
}

TEST_CASE("the command varies, tabulates and draws") {
  const TemporaryFolder folder;
  const std::string csv = folder.file("roots.csv"), plot = folder.file("roots.svg");
  const auto run = run_command(
      folder, {"linearise", example("bicycle"), "--vary", "v=0:10:11", "--json", "--csv", csv});
  REQUIRE(run.status == 0);
  const Json answer = Json::parse(run.out);
  CHECK(answer["vary"] == "v");
  CHECK(answer["rows"].size() == 11);
  CHECK(off(answer["crossings"][0]["v"], 4.2923825363411302434) < 1e-13);
  CHECK(answer["crossings"][0]["kind"] == "pair");
  CHECK(answer["crossings"][1]["kind"] == "real");
  const auto rows = read_csv(csv);
  REQUIRE(rows.size() == 12);
  CHECK(rows[0].size() == 10);
  CHECK(rows[0][3] == "im1");
  CHECK(std::abs(std::stod(rows[5][2]) - 0.413253315211274) < 1e-12);
  const auto drawn =
      run_command(folder, {"linearise", example("bicycle"), "--vary", "v=0:10:50", "--plot", plot});
  CHECK(drawn.status == 0);
  CHECK(drawn.out.find("v = 6.02426201538843") != std::string::npos);
  CHECK(read_file(plot).find("</svg>") != std::string::npos);
  CHECK(run_command(folder, {"linearise", example("bicycle"), "--plot", plot}).status == 2);
  CHECK(run_command(folder, {"linearise", example("bicycle"), "--vary", "v=0:x:3"}).status == 2);
  CHECK(run_command(folder, {"linearise", example("bicycle"), "--vary", "v=0:1:3", "--at", "1"})
            .status == 2);
}
