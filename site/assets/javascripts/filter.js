// Filters the list of scenarios and unfolds the topics of those that fit; without it the list is simply whole.
(function () {
  "use strict";
  var form = document.querySelector("form.filter");
  var topics = Array.prototype.slice.call(document.querySelectorAll("details.filtered"));
  var entries = Array.prototype.slice.call(document.querySelectorAll(".filtered li"));
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
    var filters = words.length || form.elements.text.value || form.elements.ask.value;
    var shown = 0;
    entries.forEach(function (entry) {
      var text = plain(entry.closest("details").firstElementChild.textContent + " " + entry.textContent);
      var fits = has(entry, "text") && has(entry, "ask") && words.every(function (word) {
        return text.indexOf(word) >= 0;
      });
      entry.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    topics.forEach(function (topic) {
      topic.hidden = !topic.querySelector("li:not([hidden])");
      topic.open = Boolean(filters) && !topic.hidden;
    });
    status.textContent = status.getAttribute("data-count").replace("#", shown).replace("#", entries.length);
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.hidden = false;
  filter();
})();
