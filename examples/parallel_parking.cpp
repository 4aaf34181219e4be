// Parallel parking: the cheapest way sideways for a unicycle, for a carriage on two wheels, and for a car whose front
// wheels must be turned first.
//
// Neither can move to its left at once; both get there by brackets of what they can do. The unicycle drives and turns
// on the spot, [drive, turn] is sideways. So does the carriage, whose wheels turn as it does: phi - theta2 w/R never
// changes, and only its mean angle theta1 is free at the end. The car's heading changes only as it drives with its
// wheels turned by theta: the distribution moves with the configuration, a3 = (tan theta / l) a1, and the bracket
// sideways is one step longer.
#include <cmath>
#include <vector>

#include <hamel/hamel.hpp>
#include <hamel/steer/steer.hpp>
#include <hamel/system/moving_split.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;

namespace {

/// Driving with the wheels turned, scaled to stay finite for wheels across; turning the wheels.
struct CarDistribution {
  template <class G, class S>
  Matrix<S, 4, 2> operator()(const Element<G, S>& x) const {
    using std::cos, std::sin;
    const S theta = G{}.coordinates(x)[3];
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = cos(theta);
    d(2, 0) = sin(theta);
    d(3, 1) = S(1);
    return d;
  }
};

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("Parallel parking: one length to the left, standing as before");
  const auto beside = [](const auto& group) {
    std::vector<double> c(group.coordinates(group.template identity<double>()).size());
    c[1] = 1;
    return group.from_coordinates(c);
  };

  std::printf("\nA unicycle:\n");
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto disk = mechanical(SE2Cover{}, Matrix<double, 3>(Matrix<double, 3>::Identity()));
  const auto unicycle = vakonomic(disk, Split(disk, d));
  Steering ride(unicycle, {.candidates = 4});
  const auto parked = ride.solve(SE2Cover{}.identity<double>(), beside(SE2Cover{}), 1);
  if (parked.empty()) return 1;
  lesson.claim("end minus target", parked[0].residual, 1e-10);
  std::printf("  cost of the ways found:");
  for (const auto& way : parked) std::printf(" %.8g", way.cost);
  std::printf("\n");

  std::printf("\nA carriage, its wheels at any angle in the end:\n");
  const auto wheeled = SE2Cover{} * Torus<2>{};
  const double m = 1.3, J = 0.7, I = 0.4, R = 0.9, w = 0.6;
  const Matrix<double, 5> inertia = Vector<double, 5>(m, m, J, 2 * I, 2 * I).asDiagonal();
  Matrix<double, 5, 2> rolling;
  rolling << R, 0, 0, 0, 0, R, 1, 0, 0, w;
  const auto chassis = mechanical(wheeled, inertia);
  const auto carriage = vakonomic(chassis, Split(chassis, rolling));
  Steering roll(carriage, {.candidates = 2});
  const auto rolled =
      roll.solve(wheeled.identity<double>(),
                 EndCoordinates(wheeled, beside(wheeled), {false, false, false, true, true}), 1);
  if (rolled.empty()) return 1;
  lesson.claim("end minus target", rolled[0].residual, 1e-10);
  lesson.claim("difference of its wheels, which only a turn changes",
               wheeled.coordinates(rolled[0].end.x)[4], 1e-9);
  std::printf("  cost of the ways found:");
  for (const auto& way : rolled) std::printf(" %.8g", way.cost);
  std::printf("\n");

  std::printf("\nA car:\n");
  const auto group = SE2Cover{} * Torus<1>{};
  const auto body = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const auto e = group.identity<double>();
  const auto car = vakonomic(body, MovingSplit(body, CarDistribution{}, e));
  Steering drive(car, {.candidates = 2});
  const auto parking = drive.solve(e, beside(group), 1);
  if (parking.empty()) return 1;
  lesson.claim("end minus target", parking[0].residual, 1e-10);
  lesson.differs("cost of the car minus that of the unicycle", parking[0].cost - parked[0].cost,
                 0.1);
  std::printf("  cost of the ways found:");
  for (const auto& way : parking) std::printf(" %.8g", way.cost);
  std::printf("\n");

  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  const auto one = motion(unicycle, parked[0].start, 1);
  const auto two = motion(carriage, rolled[0].start, 1);
  const auto three = motion(car, parking[0].start, 1);
  const auto heading = [](double, const auto& s) { return s.x.data[2]; };
  picture("parallel_parking",
          {"Parallel parking: the cheapest way one length to the left",
           panel("Path in the plane (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("unicycle", 0, one, plane), path("carriage", 2, two, plane),
                  path("car", 1, three, plane)},
                 Panel::Frame::plane),
           {panel("Heading", "t  (time)", "phi  (rad)",
                  {over_time("unicycle", 0, one, heading), over_time("carriage", 2, two, heading),
                   over_time("car", 1, three, heading)})}},
          argc, argv);
  return lesson.done();
}
