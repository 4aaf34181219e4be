"""The page that plays motions, in a browser: it paints, plays, pauses and follows its slider."""

import json
import os
from pathlib import Path
import re
import shutil
import subprocess
import tempfile
import unittest

HAMEL, SYSTEMS = os.environ["HAMEL"], Path(os.environ["SYSTEMS"])
BROWSER = shutil.which("chromium")

# Frames of a clock of their own: without a screen a browser shows them when it likes.
CLOCK = """<script>
let clock = 0;
window.requestAnimationFrame = show => setTimeout(() => show(clock += 16), 16);
</script><script id="data" """
# What a visitor does, and what is then seen: a few frames on, pause, the slider to the middle, on from there, the slider to
# just before the end, play to it, play again.
VISIT = """<script>
"use strict";
const seen = {errors: []};
addEventListener("error", event => seen.errors.push(event.message));
const look = () => ({t: parseFloat(element("now").textContent.slice(4)), words: element("now").textContent,
                     button: element("play").textContent, slider: +element("time").value,
                     ink: [...document.querySelectorAll("canvas")].map(canvas => {
                       const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                       let sum = 0;
                       for (let i = 0; i < data.length; i += 4) sum += data[i + 3] * (765 - data[i] - data[i + 1] - data[i + 2]) % 9973;
                       return sum; })});
const frames = async (most, done = () => false) => {
  for (let k = 0; k < most && !done(); ++k) await new Promise(requestAnimationFrame);
};
const slide = value => { element("time").value = value; element("time").dispatchEvent(new Event("input")); };
(async () => {
  seen.start = look();
  await frames(600, () => look().t > 0.02);
  element("play").click();
  seen.paused = look();
  await frames(20);
  seen.still = look();
  slide(500);
  seen.middle = look();
  element("play").click();
  await frames(600, () => look().t > 5.02);
  seen.on = look();
  slide(999);
  element("play").click();
  await frames(600, () => look().button === "Play");
  seen.end = look();
  element("play").click();
  await frames(600, () => look().t > 0.02);
  seen.again = look();
  const report = document.createElement("pre");
  report.id = "report";
  report.textContent = JSON.stringify(seen);
  document.body.append(report);
})();
</script></body>"""


@unittest.skipUnless(BROWSER, "chromium is not installed")
class Browser(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = Path(folder.name) / "page.html"
        self.home = folder.name

    def dom(self, address):
        run = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.home}/profile",
                              "--virtual-time-budget=20000", "--dump-dom", address],
                             capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": self.home})
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def play(self, *arguments, motions):
        subprocess.run([HAMEL, *arguments, "--animate", self.page], check=True, capture_output=True)
        page = self.page.read_text(encoding="utf-8")
        self.page.write_text(page.replace('<script id="data" ', CLOCK).replace("</body>", VISIT), encoding="utf-8")
        dom = self.dom(self.page.as_uri())
        seen = json.loads(re.search(r'<pre id="report">(.*?)</pre>', dom, re.S)[1].replace("&quot;", '"'))
        self.assertEqual(seen["errors"], [])
        start, paused, still, middle, on, end, again = (seen[at] for at in ["start", "paused", "still", "middle", "on", "end", "again"])
        self.assertEqual((len(start["ink"]), start["t"], start["button"]), (motions, 0, "Pause"))
        self.assertTrue(all(start["ink"]))                                           # every panel is painted
        self.assertTrue(0 < paused["t"] < 5 and paused["button"] == "Play", paused)
        self.assertEqual(paused, still)
        self.assertEqual((middle["t"], middle["slider"], middle["button"]), (5, 500, "Play"))
        self.assertTrue(5 < on["t"] < 10 and on["button"] == "Pause", on)
        self.assertTrue(all(a != b for a, b in zip(middle["ink"], start["ink"])))
        self.assertEqual((end["t"], end["slider"], end["button"]), (10, 1000, "Play"))
        self.assertTrue(0 < again["t"] < 5 and again["button"] == "Pause", again)    # from the start

    def test_three_motions_side_by_side(self):
        self.play("compare", SYSTEMS / "unicycle.json", "--t-end", "10", motions=3)

    def test_a_trace_on_the_sphere(self):
        self.play("simulate", SYSTEMS / "suslov.json", "--t-end", "10", motions=1)

    def test_an_address_with_a_time(self):
        subprocess.run([HAMEL, "compare", SYSTEMS / "car.json", "--animate", self.page], check=True, capture_output=True)
        self.assertRegex(self.dom(self.page.as_uri() + "#3.5"), r"<output[^>]*>t = 3\.50 of 10</output>")


if __name__ == "__main__":
    unittest.main()
