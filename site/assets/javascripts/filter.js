// Filters the list of scenarios; without it the list is simply whole.
(function () {
  "use strict";
  var form = document.querySelector("form.filter");
  var entries = Array.prototype.slice.call(document.querySelectorAll(".filtered > li"));
  if (!form) return;
  var status = form.querySelector("[role=status]");

  function plain(words) {
    return words.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  }

  function has(entry, name) {
    var wanted = form.elements[name].value;
    return !wanted || entry.getAttribute("data-" + name).split(" ").indexOf(wanted) >= 0;
  }

  function filter() {
    var words = plain(form.elements.words.value).split(/\s+/).filter(Boolean);
    var shown = 0;
    entries.forEach(function (entry) {
      var text = plain(entry.textContent);
      var fits = has(entry, "text") && has(entry, "ask") && words.every(function (word) {
        return text.indexOf(word) >= 0;
      });
      entry.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    status.textContent = status.getAttribute("data-count").replace("#", shown).replace("#", entries.length);
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.hidden = false;
  filter();
})();
