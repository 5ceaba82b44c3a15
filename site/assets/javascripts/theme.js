/* What a page of the theme needs a script for: the title in the header, the way back to the top, the place in the table of
   contents, and the menu. The theme's own script does this and much that this site does not have; it took a slow phone as
   long as the rest of a page, so it is left out. */
"use strict";
{
  const find = (selector) => document.querySelector(selector);
  const drawer = find("#__drawer");
  const top = find("[data-md-component=top]");
  const title = find("[data-md-component=header-title]");
  const heading = find("article h1");
  /** So many pixels at the top of the window are behind the header; to measure it would mean to lay out the page first. */
  const header = 56;

  /* Below its heading a page says in the header what it is. */
  if (title && heading) {
    new IntersectionObserver(
      ([{ isIntersecting, boundingClientRect }]) =>
        title.classList.toggle("md-header__title--active", !isIntersecting && boundingClientRect.top < header),
      { rootMargin: `-${header}px 0px 0px` },
    ).observe(heading);
  }

  /* The place that an address names; none where no browser wrote it. */
  const placeOf = ({ hash }) => {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null;
    }
  };

  /* A menu that is opened takes the keyboard along, keeps it, and gives it back. */
  const opener = find("[data-opens=menu]"), menu = find("#menu");
  const setMenu = (isOpen) => {
    drawer.checked = isOpen;
    opener.ariaExpanded = String(isOpen);
    for (const behind of document.querySelectorAll(".md-content, .md-footer")) behind.inert = isOpen;
    if (isOpen) menu.querySelector("[aria-current], .md-nav__list a")?.focus();
  };
  opener.addEventListener("click", () => setMenu(!drawer.checked));
  drawer.addEventListener("change", () => setMenu(drawer.checked));
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !drawer.checked) return;
    setMenu(false);
    opener.focus();
  });
  matchMedia("(min-width: 76.25em)").addEventListener("change", () => setMenu(false));

  /* What an address leads to is shown even where it is folded; a menu that was open has done its work. */
  const reveal = () => {
    if (drawer.checked) setMenu(false);
    const target = placeOf(location);
    const folded = (element) => element?.closest("details:not([open])");
    if (!target || !folded(target)) return;
    for (let fold = folded(target); fold; fold = folded(fold)) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  /* A branch of the menu unfolds, and says so. */
  for (const button of document.querySelectorAll("[data-unfolds]")) {
    const box = document.getElementById(button.dataset.unfolds);
    button.addEventListener("click", () => {
      box.checked = !box.checked;
      button.ariaExpanded = String(box.checked);
    });
  }

  /* In a menu beside the page, the page and the heading that is read are in sight. */
  const show = (link) => {
    const list = link.closest(".md-sidebar__scrollwrap");
    const { top: above, bottom: below } = list.getBoundingClientRect(), at = link.getBoundingClientRect();
    if (at.height && (at.top < above || at.bottom > below)) list.scrollTop += at.top - (above + below) / 2;
  };
  const contents = [...document.querySelectorAll(".md-sidebar--secondary a[href^='#']")]
    .map((link) => ({ link, place: placeOf(link) }))
    .filter(({ place }) => place);
  const beside = matchMedia("screen and (min-width: 60em)");
  const mark = () => {
    const read = contents.findLast(({ place }) => place.getBoundingClientRect().top < 2 * header);
    for (const { link } of contents) link.classList.toggle("md-nav__link--active", link === read?.link);
    if (read) show(read.link);
  };
  for (const code of document.querySelectorAll("code.language-yaml")) code.tabIndex = 0; // whose lines are not broken: it is scrolled by keys
  /* Whoever changes the language stays at the heading that was read: both languages have the same ones. */
  const PLACE = "place", kept = (act) => { try { return act(sessionStorage); } catch { return null; } }; // where nothing can be kept
  for (const link of document.querySelectorAll("a.language-link")) {
    link.addEventListener("click", () => {
      const ids = [...document.querySelectorAll("article [id]")].filter((one) => one.getClientRects().length && one.getBoundingClientRect().top < 2 * header);
      const at = ids.at(-1), from = at ? at.getBoundingClientRect().top : -scrollY;
      kept((storage) => storage.setItem(PLACE, JSON.stringify({ to: link.href.replace(/#.*/, ""), id: at?.id, from })));
    });
  }
  const place = JSON.parse(kept((storage) => storage.getItem(PLACE)) ?? "null");
  kept((storage) => storage.removeItem(PLACE));
  if (place?.to === location.href.replace(/#.*/, "") && scrollY === 0) {
    const at = place.id && document.getElementById(place.id);
    scrollTo({ top: (at ? at.getBoundingClientRect().top : 0) - place.from, behavior: "instant" });
  }
  let last = scrollY, isWaiting = false, isReader = false;
  const scrolled = () => {
    isWaiting = false;
    const isBack = isReader && scrollY > 2 * innerHeight / 3 && scrollY < last;
    if (top && top.hidden === isBack) top.hidden = !isBack;
    last = scrollY;
    if (beside.matches) mark();
  };
  addEventListener("scroll", () => {
    if (!isWaiting) requestAnimationFrame(scrolled);
    isWaiting = true;
  }, { passive: true });
  /* A page moves by itself too, when fonts arrive below an address; only a reader who scrolls back is on the way to the top. */
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
    addEventListener(kind, () => { isReader = true; }, { once: true, passive: true });
  top?.addEventListener("click", () => {
    scrollTo(0, 0);
    find(".md-header a")?.focus({ preventScroll: true });
  });
  if (beside.matches) {
    requestAnimationFrame(() => {
      if (scrollY) mark(); // an address has led here before anybody listened
      document.querySelectorAll("a.md-nav__link--active").forEach(show);
    });
  }
}
