/* What fetches the script of a live table: at once, or, where the seats are links to the table, when one of them is tapped or
   the address says already who is tapped. The rules that the address names come before the script, which then shows the
   table at once. */
"use strict";
{
  const { rules, books, start, strings } = JSON.parse(document.getElementById("live-data").textContent);
  const root = document.getElementById("live-root"), { src, href } = root.dataset, seats = [...root.querySelectorAll("a[data-seat]")];
  const add = (name, properties) => document.head.appendChild(Object.assign(document.createElement(name), properties));
  const begin = () => add("script", { src, async: false });
  const fetchRules = () => {
    const text = new URLSearchParams(location.hash.slice(1)).get("text") ?? start.text;
    for (const name of books.find(({ id }) => id === text)?.scripts ?? []) add("script", { src: `${rules}/${name}.js`, async: false });
  };
  const form = document.querySelector(".home-ask");
  if (form) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const question = form.elements.plain.value.trim();
      if (question) location.href = `${form.dataset.to}#${new URLSearchParams({ q: question })}`;
    });
  }
  if (!seats.length) {
    fetchRules();
    begin();
  } else {
    const answer = root.querySelector("[data-part=answer]");
    let isLoading = false;
    const failed = () => {
      isLoading = false;
      answer.textContent = strings.error_loading;
    };
    const load = () => {
      if (isLoading) return;
      isLoading = true;
      answer.textContent = strings.loading;
      root.styled = new Promise((done, fault) => add("link", { rel: "stylesheet", href, onload: done, onerror: fault }));
      root.styled.catch(failed);
      fetchRules();
      begin().onerror = failed;
    };
    for (const seat of seats) {
      Object.assign(seat, { role: "button", ariaPressed: "false" });
      seat.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.pushState(null, "", seat.hash);
        for (const other of seats) other.ariaPressed = String(other === seat);
        load();
      });
      seat.addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        seat.click();
      });
    }
    if (location.hash.startsWith(root.querySelector("a[data-whole]").hash)) load();
  }
}
