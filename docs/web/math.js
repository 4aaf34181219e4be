// Formulas between \( \) and \[ \], which the pages hold as text, are set by KaTeX.
for (const formula of document.querySelectorAll(".arithmatex")) {
  const text = formula.textContent.trim();
  katex.render(text.slice(2, -2), formula, {displayMode: text.startsWith("\\["), throwOnError: false});
}
