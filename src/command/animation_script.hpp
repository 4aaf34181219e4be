// The page around the numbers of an animation.
#pragma once

namespace hamel::command {

/// The policy lets the page load nothing.
inline constexpr const char* page_before_data = R"page(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Hamel</title>
<style>
body { font: 16px "DejaVu Sans", sans-serif; margin: 1em auto; max-width: 90em; padding: 0 1em; color: #222; background: #fff }
h1 { font-size: 1.4em; font-weight: normal; text-align: center; margin: 0.2em }
p { text-align: center; margin: 0.3em }
#motions { display: flex; flex-wrap: wrap; gap: 1em; justify-content: center; margin: 0.8em 0 }
figure { flex: 1 1 20em; max-width: 34em; margin: 0 }
figcaption { text-align: center }
canvas { width: 100%; aspect-ratio: 1; border: 1px solid #ddd }
#controls { display: flex; gap: 1em; align-items: center; max-width: 60em; margin: auto }
#controls input { flex: 1 }
button { font: inherit; width: 6em }
output { width: 9em; font-variant-numeric: tabular-nums }
</style>
</head>
<body>
<h1 id="caption"></h1>
<p id="verdict"></p>
<p id="title"></p>
<div id="motions"></div>
<div id="controls">
<button id="play" type="button">Pause</button>
<input id="time" type="range" min="0" max="1000" value="0" aria-label="time">
<output id="now" for="time"></output>
</div>
<script id="data" type="application/json">)page";

inline constexpr const char* page_after_data = R"page(</script>
<script>
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const element = id => document.getElementById(id);
for (const id of ["caption", "verdict", "title"]) element(id).textContent = data[id];
document.title = data.caption;
const colours = ["#0072B2", "#D55E00", "#009E73"], dashes = [[], [12, 6], [2, 5]];

// What all motions have in view, the same for each.
let [left, right, low, high] = data.round ? [-1.1, 1.1, -1.1, 1.1] : data.box || [
  Math.min(...data.motions.map(m => Math.min(...m.x))), Math.max(...data.motions.map(m => Math.max(...m.x))),
  Math.min(...data.motions.map(m => Math.min(...m.y))), Math.max(...data.motions.map(m => Math.max(...m.y)))];
const whole = Math.max(right - left, high - low) || 1;
const widen = (a, b, size) => [(a + b - size) / 2, (a + b + size) / 2];
[left, right] = widen(left, right, 1.16 * (data.equal ? whole : right - left || 1));
[low, high] = widen(low, high, 1.16 * (data.equal ? whole : high - low || 1));

const panels = data.motions.map((motion, k) => {
  const figure = document.createElement("figure"), canvas = document.createElement("canvas");
  const caption = document.createElement("figcaption");
  caption.textContent = motion.name;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", motion.name + ": " + data.title);
  figure.append(canvas, caption);
  element("motions").append(figure);
  return {motion, canvas, colour: colours[k % 3], dash: dashes[k % 3]};
});

function step(size) {  // of a grid with about five lines
  const unit = 10 ** Math.floor(Math.log10(size / 5));
  return [1, 2, 5, 10].map(digit => digit * unit).find(one => one >= size / 5);
}

function grid(pen, size, at) {
  pen.font = size / 30 + "px sans-serif";
  pen.lineWidth = size / 600;
  const line = (from, to) => { pen.beginPath(); pen.moveTo(...from); pen.lineTo(...to); pen.stroke(); };
  pen.strokeStyle = "#e3e3e3";
  pen.fillStyle = "#555";
  const text = value => String(+value.toPrecision(6));
  for (let s = step(right - left), x = Math.ceil(left / s) * s; x <= right; x += s) {
    line(at(x, low), at(x, high));
    pen.fillText(text(x), at(x, low)[0] + 3, size - 6);
  }
  for (let s = step(high - low), y = Math.ceil(low / s) * s; y <= high; y += s) {
    line(at(left, y), at(right, y));
    pen.fillText(text(y), 4, at(left, y)[1] - 4);
  }
  pen.fillText(data.axes[0], size - pen.measureText(data.axes[0]).width - 6, size - size / 20);
  pen.fillText(data.axes[1], size / 7, size / 25);  // right of the numbers
}

function vehicle(pen, at, x, y, heading, size, parts, now) {
  const draw = (points, fill) => {
    pen.beginPath();
    for (const [forward, side] of points)
      pen.lineTo(...at(x + size * (forward * Math.cos(heading) - side * Math.sin(heading)),
                       y + size * (forward * Math.sin(heading) + side * Math.cos(heading))));
    if (fill) { pen.closePath(); pen.fill(); }
    pen.stroke();
  };
  if (parts) {  // in the units of the path
    size = 1;
    for (const part of parts) {
      const numbers = (part.wheel || part.line).map(one => Array.isArray(one) ? one[now] : one);
      if (part.line) {
        draw(numbers.map((one, i) => [one, numbers[i + 1]]).filter((one, i) => i % 2 === 0), false);
        continue;
      }
      const [forward, left, angle, length] = numbers, c = Math.cos(angle) * length, s = Math.sin(angle) * length;
      draw([[0.5, -0.125], [0.5, 0.125], [-0.5, 0.125], [-0.5, -0.125], [0.5, -0.125]]
           .map(([along, across]) => [forward + c * along - s * across, left + s * along + c * across]), true);
    }
    return;
  }
  draw([[1, 0], [-0.7, 0.5], [-0.7, -0.5]], true);
  for (const side of [[], [0], [0.75, -0.75]][Math.min(2, data.wheels)])
    draw([[0.4, side - 0.1], [0.4, side + 0.1], [-0.4, side + 0.1], [-0.4, side - 0.1], [0.4, side - 0.1]], false);
}

function paint({motion, canvas, colour, dash}, t) {
  const size = Math.round(canvas.clientWidth * devicePixelRatio) || 600;
  if (canvas.width !== size) canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d"), {x, y} = motion;
  const at = (p, q) => [(p - left) / (right - left) * size, (high - q) / (high - low) * size];
  pen.setLineDash([]);
  pen.clearRect(0, 0, size, size);
  if (data.ticks) grid(pen, size, at);
  if (data.round) {
    pen.strokeStyle = "#999";
    pen.beginPath();
    pen.arc(...at(0, 0), size / (right - left), 0, 2 * Math.PI);
    pen.stroke();
  }
  let now = 0;
  while (now + 1 < x.length && motion.t[now + 1] <= t) ++now;
  const trace = end => {
    pen.beginPath();
    for (let i = 0; i <= end; ++i) if (x[i] !== null && y[i] !== null) pen.lineTo(...at(x[i], y[i]));
    pen.stroke();
  };
  pen.lineWidth = size / 300;
  pen.strokeStyle = "#ccc";
  trace(x.length - 1);
  pen.lineWidth = size / 150;
  pen.strokeStyle = colour;
  pen.setLineDash(dash.map(length => length * size / 500));
  trace(now);
  pen.setLineDash([]);
  pen.lineWidth = size / 300;
  pen.fillStyle = "#fffc";
  if (motion.heading) {
    vehicle(pen, at, x[now], y[now], motion.heading[now], (right - left) / 24, motion.vehicle, now);
  } else {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(...at(x[now], y[now]), size / 60, 0, 2 * Math.PI);
    pen.fill();
  }
}

const seconds = 12;  // for all of it
let t = 0, playing = true, last = null;
function show() {
  element("time").value = 1000 * t / data.t_end;
  element("now").textContent = "t = " + t.toFixed(2) + " of " + +data.t_end.toPrecision(4);
  element("play").textContent = playing ? "Pause" : "Play";
  for (const panel of panels) paint(panel, t);
}
function frame(clock) {
  if (playing && last !== null) {
    t = Math.min(data.t_end, t + (clock - last) / 1000 / seconds * data.t_end);
    if (t >= data.t_end) playing = false;
    show();
  }
  last = clock;
  requestAnimationFrame(frame);
}
element("play").onclick = () => { if (!playing && t >= data.t_end) t = 0; playing = !playing; show(); };
element("time").oninput = event => { playing = false; t = event.target.value / 1000 * data.t_end; show(); };
window.onresize = show;
const asked = parseFloat(location.hash.slice(1));
if (asked >= 0) { t = Math.min(asked, data.t_end); playing = false; }
show();
requestAnimationFrame(frame);
</script>
</body>
</html>
)page";

}  // namespace hamel::command
