/* What a reader has not unfolded stays folded on paper: the theme unfolds everything before it prints, which made many
   sheets of one. What is folded is marked here, and the style sheet leaves it out. */
"use strict";
{
  const mark = (details) => details.toggleAttribute("data-folded", !details.open);
  document.querySelectorAll("details").forEach(mark);
  // The event does not bubble. While paper is made, it is the theme that unfolds and not the reader.
  document.addEventListener("toggle", ({ target }) => {
    if (target.matches("details") && !matchMedia("print").matches) mark(target);
  }, true);
}
