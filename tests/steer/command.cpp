// hamel steer: its figures, its files and its refusals.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "run_steer.hpp"

TEST_CASE("a unicycle is parked, and its CSV ends where it was asked to") {
  const TemporaryFolder folder;
  const auto csv = folder.file("out.csv");
  const auto run =
      steer(folder, system_path("unicycle"),
            {"--to", "x=1,y=0.5,phi=1.57", "--free", "theta1", "--csv", csv, "--json"});
  REQUIRE(run.status == 0);
  const Json report = Json::parse(run.out);
  CHECK(report["status"] == "solved");
  CHECK(report["residual"].get<double>() < 1e-10);
  CHECK(report["candidates"].size() >= 1);
  CHECK(report["optimality"] == "locally optimal");  // also among the angles of the wheel
  const auto rows = read_csv(csv);
  CHECK(std::abs(std::stod(rows.back()[1]) - 1) < 1e-9);
  CHECK(std::abs(std::stod(rows.back()[2]) - .5) < 1e-9);
  CHECK(std::abs(std::stod(rows.back()[3]) - 1.57) < 1e-9);
  CHECK(std::abs(std::stod(rows.back()[12])) <
        1e-8);  // p4: the free wheel has no momentum at the end
}

TEST_CASE("the isoperimetric problem: the height 1 costs pi") {
  const TemporaryFolder folder;
  const Json report = answer(folder, system_path("heisenberg"), {"--to", "z=1"});
  CHECK(std::abs(report["cost"].get<double>() - std::acos(-1)) < 1e-9);
  // In unit time the least length is sqrt(2 cost), the same in any other.
  CHECK(std::abs(report["length"].get<double>() - std::sqrt(2 * std::acos(-1))) < 1e-9);
  const Json slow = answer(folder, system_path("heisenberg"), {"--to", "z=1", "--t-end", "3"});
  CHECK(std::abs(slow["length"].get<double>() - std::sqrt(2 * std::acos(-1))) < 1e-9);
}

TEST_CASE("a target that a file names is the default, from the start of the file") {
  const TemporaryFolder folder;
  const auto file = folder.write("car.json", R"({"schema": 1, "name": "car", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "initial": {"x": {"x": "2", "y": "1"}, "a": ["1","0","0"]}, "target": {"x": {"x": "3", "phi": "1"}}})");
  const Json report = answer(folder, file, {});
  CHECK(std::abs(report["end"][0].get<double>() - 3) < 1e-9);
  CHECK(std::abs(report["end"][1].get<double>() - 1) < 1e-9);
  CHECK(std::abs(report["end"][2].get<double>() - 1) < 1e-9);
  CHECK(report["optimality"] == "locally optimal");
  CHECK(report["conjugate_time"].is_null());
  // A turn the other way round is never dearer than the one asked for.
  const Json around = answer(folder, file, {"--to", "x=2.1,y=1,phi=6"});
  const Json wrapped = answer(folder, file, {"--to", "x=2.1,y=1,phi=6", "--wrap", "phi"});
  CHECK(wrapped["cost"].get<double>() < around["cost"].get<double>() / 10);
  CHECK(std::abs(wrapped["end"][2].get<double>() - 6 + 2 * std::acos(-1)) < 1e-9);
  // Where it is already costs nothing.
  CHECK(answer(folder, file, {"--to", "x=2"})["cost"].get<double>() == 0);
}

TEST_CASE(
    "where turns do not count, both motions that meet at a Maxwell point are returned, at equal "
    "cost") {
  const TemporaryFolder folder;
  const auto file = folder.write("car.json", R"({"schema": 1, "name": "car", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]}})");
  // Where the motion with pendulum coordinates (.3, .9) is at t = 3.344729022, heading -pi; (2 pi - .3, .9) comes with
  // pi.
  const std::string to = "x=0.25786421415221,y=-0.77650124790936,phi=3.141592653589793";
  const Json report = answer(
      folder, file, {"--to", to, "--wrap", "phi", "--t-end", "3.344729022", "--candidates", "2"});
  REQUIRE(report["candidates"].size() == 2);
  for (int k = 0; k < 2; ++k)
    CHECK(std::abs(report["candidates"][k]["cost"].get<double>() - 3.344729022 / 2) < 1e-8);
  const double turn = report["candidates"][0]["end"][2].get<double>() -
                      report["candidates"][1]["end"][2].get<double>();
  CHECK(std::abs(std::abs(turn) - 2 * std::acos(-1)) < 1e-9);
}

TEST_CASE("what has no meaning is refused, with the reason") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& system, std::vector<std::string> options,
                           const std::vector<std::string>& words) {
    const auto run = steer(folder, system_path(system), options);
    CAPTURE(run.err);
    CHECK(run.status == 2);
    for (const auto& word : words) CHECK(run.err.find(word) != std::string::npos);
  };
  refused("unicycle", {"--to", "x=1,phy=1"}, {"phy", "close to 'phi'"});
  refused("unicycle", {"--to", "x"}, {"NAME=VALUE"});
  refused("unicycle", {"--to", "x=1, x = 2"}, {"'x' twice"});
  refused("unicycle", {"--to", "x=1", "--free", "x"}, {"which --to names"});
  refused("unicycle", {"--free", "x", "--free", "y", "--free", "phi", "--free", "theta1"},
          {"free coordinates", "all of them"});
  refused("unicycle", {"--free", "x,y,phi,theta1"}, {"free coordinates", "all of them"});
  refused("unicycle", {}, {"no target"});
  refused("unicycle", {"--to", "x=1", "--t-end", "0"}, {"--t-end"});
  refused("unicycle", {"--to", "x=1", "--wrap", "x"}, {"an angle"});
#ifdef HAMEL_HAS_EFFORT
  refused("unicycle", {"--to", "x=1", "--effort"}, {"$.inputs", "effort"});
#else
  refused("unicycle", {"--to", "x=1", "--effort"}, {"coinor-libipopt-dev"});
#endif
  refused("unicycle", {"--to", "x=1", "--within", "x=0:1"}, {"--effort"});
  refused("so3_biinvariant", {"--to", "R11=-1"}, {"end of the motion", "residual"});
  refused("chart_particle", {"--to", "x=1,w=2"}, {"'w'", "a coordinate: x, y, z"});
  refused("carriage", {"--to", "x=1,phi=1"},
          {"not bracket generating", "growth 2, 3, 4 of 5", "phi", "theta2"});
}

TEST_CASE("a constraint that moves: a car is parked") {
  const TemporaryFolder folder;
  const auto csv = folder.file("out.csv");
  const Json car = answer(folder, system_path("car"),
                          {"--to", "x=0.6,y=0.3", "--candidates", "1", "--csv", csv});
  CHECK(car["residual"].get<double>() < 1e-10);
  CHECK(car["optimality"] == "locally optimal");
  const auto rows = read_csv(csv);
  CHECK(std::abs(std::stod(rows.back()[1]) - .6) < 1e-8);
  CHECK(std::abs(std::stod(rows.back()[2]) - .3) < 1e-8);
}

TEST_CASE("ways of held momenta lead where shots do not, or to cheaper motions") {
  const TemporaryFolder folder;
  struct End {
    std::string system, to;
    double cost;  // a little above what they were found to cost
  };
  for (const End& end :
       {End{"two_trailers", "y=0.5", 20.51}, End{"two_trailers", "phi=1", 22.08},
        End{"car", "y=0.5", 2.957}, End{"car", "y=1", 4.7493}, End{"roller_racer", "y=0.5", 4.631},
        End{"tractor_trailer", "x=2,y=1,phi=2", 20.56}}) {
    CAPTURE(end.system);
    const Json report = answer(folder, system_path(end.system), {"--to", end.to});
    CHECK(report["cost"].get<double>() <= end.cost);
    CHECK(report["residual"].get<double>() <= 1e-10);
    CHECK(report["optimality"] == "locally optimal");
  }
}

TEST_CASE("what is not free at the end is there, also where its coordinates depend on each other") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("satellite.json", R"({"schema": 1, "name": "s", "group": ["SO3","T2"],
    "metric": [["3/2","0","0","1/2","0"], ["0","17/10","0","0","1/2"], ["0","0","3/2","0","0"],
               ["1/2","0","0","1/2","0"], ["0","1/2","0","0","1/2"]],
    "constraint": {"span": [["-1/2","0","0","3/2","0"], ["0","-1/2","0","0","17/10"]]}})");
  const Json report = answer(folder, file,
                             {"--to", "R11=cos(1),R12=-sin(1),R21=sin(1),R22=cos(1)", "--free",
                              "theta1", "--free", "theta2", "--candidates", "1"});
  CHECK(std::abs(report["end"][0].get<double>() - std::cos(1)) < 1e-9);
  CHECK(std::abs(report["end"][3].get<double>() - std::sin(1)) < 1e-9);
  CHECK(std::abs(report["end"][8].get<double>() - 1) < 1e-9);
}

TEST_CASE("in coordinates and on a group the same system is steered alike") {
  const TemporaryFolder folder;
  const auto group = folder.write("group.json", R"({"schema": 1, "name": "group", "group": ["R3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","r2"],["0","1","0"]]}})");
  const auto chart = folder.write("chart.json", R"({"schema": 1, "name": "chart",
    "chart": {"coordinates": ["x","y","z"]}, "lagrangian": "(x_dot^2+y_dot^2+z_dot^2)/2",
    "constraints": ["z_dot - y*x_dot"], "target": {"q": {"x": "1/2", "z": "1"}}})");
  const auto csv = folder.file("out.csv");
  const Json one = answer(folder, group, {"--to", "r1=0.5,r3=1"});
  const Json other = answer(folder, chart, {"--csv", csv});
  CHECK(std::abs(one["cost"].get<double>() - other["cost"].get<double>()) < 1e-9);
  CHECK(one["optimality"] == other["optimality"]);
  CHECK(std::abs(std::stod(read_csv(csv).back()[3]) - 1) < 1e-8);
}

TEST_CASE("by way of a place: the CSV passes it, and the legs add up") {
  const TemporaryFolder folder;
  const auto csv = folder.file("out.csv");
  const Json report =
      answer(folder, system_path("unicycle"),
             {"--to", "x=2,y=0,phi=0.5", "--free", "theta1", "--via", "t=1/4, x=1, y=1", "--via",
              "t=3/4,y=-0.5", "--csv", csv, "--candidates", "1"});
  CHECK(report["residual"].get<double>() < 1e-10);
  CHECK(report["optimality"] == "unknown");
  REQUIRE(report["legs"].size() == 3);
  double sum = 0;
  for (const auto& leg : report["legs"]) sum += leg["cost"].get<double>();
  CHECK(std::abs(sum - report["cost"].get<double>()) < 1e-12 * sum);
  const auto rows = read_csv(csv);
  int passed = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double t = std::stod(rows[i][0]), x = std::stod(rows[i][1]), y = std::stod(rows[i][2]);
    if (t == 0.25) passed += std::hypot(x - 1, y - 1) < 1e-8;
    if (t == 0.75) passed += std::abs(y + 0.5) < 1e-8;
  }
  CHECK(passed == 4);  // the end of one leg and the start of the next
  CHECK(std::abs(std::stod(rows.back()[1]) - 2) < 1e-8);
  CHECK(std::stod(rows.back()[0]) == 1);
}

TEST_CASE("a gait: the shape ends where it begins, wherever that is, and so does its momentum") {
  const TemporaryFolder folder;
  const auto file = folder.write("board.json", R"json({"schema": 1, "name": "snakeboard",
    "group": ["SE2", "T2"],
    "metric": [["1","0","0","0","0"], ["0","1","0","0","0"], ["0","0","43/100","3/20","0"],
               ["0","0","3/20","3/20","0"], ["0","0","0","0","2/25"]],
    "constraint": {"span": [["cos(theta2)/2","0","sin(theta2)","0","0"], ["0","0","0","1","0"],
                            ["0","0","0","0","1"]]},
    "target": {"x": {"y": "1/2"}, "via": [{"t": "1/2", "x": {"y": "1/2"}}],
               "periodic": ["phi", "theta1", "theta2"]}})json");
  const auto csv = folder.file("out.csv");
  const Json report = answer(folder, file, {"--candidates", "1", "--csv", csv});
  CHECK(report["residual"].get<double>() < 1e-10);
  const auto rows = read_csv(csv);
  const auto& first = rows[1];
  const auto& last = rows.back();
  CHECK(std::abs(std::stod(last[2]) - .5) < 1e-8);
  for (const int i : {3, 4, 5}) CHECK(std::abs(std::stod(last[i]) - std::stod(first[i])) < 1e-8);
  // The momenta of phi and of the shape are p3, p4, p5.
  for (const int i : {13, 14, 15}) CHECK(std::abs(std::stod(last[i]) - std::stod(first[i])) < 1e-7);
  // A start that is given cannot cost less: from the origin, by y = 1/2 at t = 1/2, it is 3.9578529767.
  CHECK(report["cost"].get<double>() <= 3.957852976);
}

TEST_CASE(
    "a gait may be stationary only: where the cost falls as it begins elsewhere, that is said") {
  const TemporaryFolder folder;
  // A billionth aside, rounding takes another way through the search.
  for (const char* end : {"y=1", "y=1.000000001"}) {
    const Json least = answer(folder, system_path("car"), {"--to", end, "--periodic", "theta1"});
    CHECK(least["residual"].get<double>() <= 1e-10);
    CHECK(least["cost"].get<double>() <= 3.27117);
    CHECK(!least.contains("is_least"));
  }
  // The spring of the rotor takes k/2 theta1^2 from the cost: without end.
  const Json none =
      answer(folder, system_path("snakeboard"), {"--to", "x=0.3", "--periodic", "theta1"});
  CHECK(none["residual"].get<double>() <= 1e-10);
  CHECK(none["is_least"] == false);
  CHECK(none["optimality"] != "locally optimal");
  CHECK(std::abs(none["start"][3].get<double>()) < 1e-8);
}

TEST_CASE("what is asked of the way and has no meaning is refused") {
  const TemporaryFolder folder;
  const auto refused = [&](std::vector<std::string> options, const std::string& words) {
    options.insert(options.begin(), {"--to", "x=1", "--free", "theta1"});
    const auto run = steer(folder, system_path("unicycle"), options);
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.err.find(words) != std::string::npos);
  };
  refused({"--via", "x=1"}, "a time too");
  refused({"--via", "t=1/2"}, "at least one");
  refused({"--via", "t=1,x=1"}, "times between 0 and the end");
  refused({"--via", "t=1/2,x=1", "--via", "t=1/3,x=2"}, "one after the other");
  refused({"--via", "t=1/2,q=1"}, "'q'");
  refused({"--periodic", "theta1"}, "--free names");
  refused({"--periodic", "psi"}, "'psi'");
  refused({"--effort", "--via", "t=1/2,x=1"}, "--effort");
  const auto file = folder.write("bad.json", R"({"schema": 1, "name": "bad", "group": ["R2"],
    "metric": [["1","0"],["0","1"]],
    "target": {"x": {"r1": "1"}, "via": [{"t": "1/2", "x": {"r3": "1"}}]}})");
  const auto run = steer(folder, file, {});
  CHECK(run.status == 2);
  CHECK(run.err.find("$.target.via[0].x") != std::string::npos);
}

TEST_CASE("a constraint that moves and is not bracket generating: what motions keep is told") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, const std::string& json,
                           std::vector<std::string> options,
                           const std::vector<std::string>& words) {
    const auto run = steer(folder, folder.write(name, json), options);
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK(run.status == 2);
    for (const auto& word : words) CHECK(run.err.find(word) != std::string::npos);
  };
  // A wheel of radius cos(r1) + 2 drives another: theta2' = 2 theta1' at every r1.
  const std::string gear = R"json({"schema": 1, "name": "gear", "group": ["R1", "T2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","cos(r1)+2","2*cos(r1)+4"]]}})json";
  refused("gear.json", gear, {"--to", "r1=1,theta1=1"},
          {"not bracket generating", "growth 2 of 3", "theta2", "theta1"});
  const Json on =
      answer(folder, folder.write("gear.json", gear), {"--to", "r1=1,theta1=1,theta2=2"});
  CHECK(on["residual"].get<double>() < 1e-10);
  const Json loose = answer(folder, folder.write("gear.json", gear),
                            {"--to", "r1=1,theta1=1", "--free", "theta2"});
  CHECK(std::abs(loose["end"][2].get<double>() - 2) < 1e-9);
  // On spheres: r1 r1' + r2 r2' + r3 r3' = 0 around the origin.
  refused("sphere.json", R"json({"schema": 1, "name": "sphere", "group": ["R3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["-r2","r1","0"],["-r3","0","r1"]]},
    "initial": {"x": {"r1": "1"}, "a": ["0","0","0"]}})json",
          {"--to", "r1=2"}, {"not bracket generating", "r1 r1", "by 3"});
  refused("chart.json", R"json({"schema": 1, "name": "holonomic",
    "chart": {"coordinates": ["x","y","z"]}, "lagrangian": "(x_dot^2+y_dot^2+z_dot^2)/2",
    "constraints": ["z_dot - y*x_dot - x*y_dot"]})json",
          {"--to", "z=1"}, {"not bracket generating", "growth 2 of 3", "x y"});
  // An offset carries it along: what it does not move is kept.
  refused("drift.json", R"json({"schema": 1, "name": "drift", "group": ["R3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"]], "offset": ["0","1","2"]},
    "initial": {"a": ["0","1","2"]}})json",
          {"--to", "r1=1,r2=1,r3=1"}, {"every motion keeps", "r3"});
}

TEST_CASE("known cut times: one turn of the velocity on the Heisenberg group") {
  const TemporaryFolder folder;
  const auto file = folder.write("h.json", R"({"schema": 1, "name": "h", "group": ["H3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","1","0"]]}})");
  const Json report = answer(folder, file, {"--to", "x=1,z=0.2", "--candidates", "1"});
  // One turn of the velocity takes 2 pi/|w|, w = 2 p3, and p3 is the multiplier.
  const double w = 2 * report["mu"][2].get<double>();
  CHECK(std::abs(report["cut_time"].get<double>() - 2 * std::acos(-1) / std::abs(w)) < 1e-9);
}

TEST_CASE("a signal of an input is no part of what steering minimises") {
  const TemporaryFolder folder;
  const auto file = folder.write("driven.json", R"({"schema": 1, "name": "driven", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"push": {"force": ["1","0","0"], "signal": "t"}}})");
  const auto run = steer(folder, file, {"--to", "x=1"});
  CHECK(run.status == 2);
  CHECK(run.err.find("a signal of 'push'") != std::string::npos);
}

TEST_CASE("a target on the leaf of the carriage is reached") {
  const TemporaryFolder folder;
  // It keeps theta2 - 2/3 phi: theta2 may follow.
  const Json report = answer(folder, system_path("carriage"),
                             {"--to", "x=1,phi=1", "--free", "theta1", "--free", "theta2"});
  CHECK(report["residual"].get<double>() < 1e-10);
}

#ifdef HAMEL_HAS_EFFORT
TEST_CASE("--effort: inputs within their bounds, in JSON and CSV") {
  const TemporaryFolder folder;
  const auto file = folder.write("cart.json", R"({"schema": 1, "name": "cart", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"push": {"force": ["1","0","0"]}, "turn": {"force": ["0","0","1"], "bounds": ["-3","3"]}}})");
  const auto csv = folder.file("out.csv");
  const Json report = answer(folder, file,
                             {"--to", "x=1,y=0.5", "--effort", "--t-end", "2", "--steps", "40",
                              "--within", "phi=-1:1", "--csv", csv});
  CHECK(report["status"] == "solved");
  CHECK(report["residual"].get<double>() < 1e-8);
  CHECK(report["inputs"]["push"].size() == 40);
  for (const double w : report["inputs"]["turn"]) CHECK(std::abs(w) <= 3);
  const auto rows = read_csv(csv);
  CHECK(rows.size() == 42);
  CHECK(rows[0].back() == "input_turn");
  CHECK(std::abs(std::stod(rows.back()[2]) - 0.5) < 1e-8);
  const auto impossible = steer(folder, file, {"--to", "x=1", "--effort", "--candidates", "2"});
  CHECK(impossible.status == 2);
}
#endif
