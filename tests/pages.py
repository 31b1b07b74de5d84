#!/usr/bin/env python3
"""Looks at each page of the guide in headless Chromium, at 1280 and 390 pixels, in the light and the dark scheme.

usage: pages.py [-p FOLDER] [BOOK]      (make test-pages; BOOK is where `make docs` has put it: dist/guide)

A page fails that is wider than the window, that has a picture which does not load, or text of too little contrast
(WCAG 2.1, 1.4.3: 4.5, or 3 where it is large). `-p` keeps a picture of each. The last line is
`N passed, N failed, N skipped`.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WIDTHS = [1280, 390]
SCHEMES = ["light", "dark"]

# What is wrong with a page, as a list of sentences.
LOOK = r"""
(() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`it is ${wide} pixels wide`);
  for (const image of document.images)
    if (image.getClientRects().length && !image.naturalWidth) faults.push(`no picture ${image.getAttribute("src")}`);
  const numbers = color => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const background = node => {
    for (; node; node = node.parentElement) {
      const color = numbers(getComputedStyle(node).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !node.getClientRects().length || node.closest("svg, script, style, noscript")) continue;
    const style = getComputedStyle(node);
    const pair = [numbers(style.color), background(node)];
    const [low, high] = pair.map(luminance).sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    const key = pair.join("|");
    if (contrast < (large ? 3 : 4.5) && !seen.has(key)) {
      seen.add(key);
      faults.push(`contrast ${contrast.toFixed(2)} of "${texts.currentNode.data.trim().slice(0, 30)}"`);
    }
  }
  return faults;
})()
"""


class Browser:
    """Chromium, by its debugging protocol over two pipes."""

    def __init__(self, program, profile):
        to_browser, self.out = os.pipe()
        self.read, from_browser = os.pipe()
        self.number = 0
        self.rest = b""
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"]
        # The browser reads from descriptor 3 and writes to 4, which may be these pipes' own.
        shell = 'exec 8<&"$1" 9>&"$2"; exec 3<&8 4>&9; shift 2; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "browser", str(to_browser), str(from_browser), *command, f"--user-data-dir={profile}"],
            pass_fds=(to_browser, from_browser),
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.read, 1 << 16)
            if not more:
                sys.exit("pages: the browser has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"pages: {method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, url):
        self.call("Page.navigate", url=url)
        # What the page's own scripts change comes at the end.
        wait = 'new Promise(f => { const g = () => document.readyState == "complete" ? setTimeout(f, 100) : setTimeout(g, 20); g() })'
        self.call("Runtime.evaluate", expression=wait, awaitPromise=True)

    def end(self):
        self.call("Browser.close")
        self.process.wait()


def main(arguments):
    pictures = None
    if arguments[:1] == ["-p"]:
        pictures = pathlib.Path(arguments[1])
        pictures.mkdir(parents=True, exist_ok=True)
        arguments = arguments[2:]
    book = pathlib.Path(arguments[0] if arguments else os.path.join(os.environ.get("DIST", "dist"), "guide")).resolve()
    programs = filter(shutil.which, ["chromium", "chromium-browser", "google-chrome"])
    program = next(programs, None)
    pages = sorted(page for page in book.glob("*.html") if page.name not in ("404.html", "toc.html", "print.html"))
    if not program or not pages:
        print("skipped the guide's pages:", "no Chromium is installed" if not program else f"no book in {book}")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        for width in WIDTHS:
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
            for scheme in SCHEMES:
                feature = [{"name": "prefers-color-scheme", "value": scheme}]
                browser.call("Emulation.setEmulatedMedia", features=feature)
                for page in pages:
                    browser.open(page.as_uri())
                    result = browser.call("Runtime.evaluate", expression=LOOK, returnByValue=True)
                    if "exceptionDetails" in result:
                        sys.exit(f"pages: {result['exceptionDetails']}")
                    faults = result["result"]["value"]
                    for fault in faults:
                        print(f"FAILED {page.name}, {width} pixels, {scheme}: {fault}")
                    passed, failed = passed + (not faults), failed + bool(faults)
                    if pictures:
                        shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=False)
                        name = f"{page.stem}-{width}-{scheme}.png"
                        (pictures / name).write_bytes(base64.b64decode(shot["data"]))
        browser.end()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
