"use strict";
(() => {
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const details = all("details.release");
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  window.addEventListener("hashchange", openTarget);
  openTarget();

  const folded = [];
  window.addEventListener("beforeprint", () => {
    folded.push(...all("details:not([open])"));
    for (const one of folded) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const one of folded.splice(0)) one.open = false;
  });

  const form = document.querySelector("form.filter");
  if (!form) return;
  form.hidden = false;
  const output = form.querySelector("output");
  const reset = form.querySelector("button[type=reset]");
  const fold = form.querySelector("button.fold");
  const none = document.querySelector(".none");
  const groups = all("[data-group]").map((node) => ({ node, blocks: all("[data-block]", node) }));
  const blocks = all("[data-block]").map((node) => {
    const group = node.closest("[data-group]");
    const release = group ? group.querySelector(".ref").textContent : "";
    const shared = `${release} ${node.querySelector(".address").textContent} ${all("figcaption, .also", node).map((one) => one.textContent).join(" ")}`;
    const findings = all(".finding", node).map((one) => ({
      node: one,
      rule: one.dataset.rule,
      kind: one.dataset.kind,
      level: one.dataset.level,
      times: Number(one.dataset.times),
      text: `${shared} ${one.textContent}`.toLowerCase(),
    }));
    return { node, findings };
  });
  const total = blocks.reduce((sum, block) => sum + block.findings.reduce((part, one) => part + one.times, 0), 0);
  const picks = all("button[data-pick]");
  const levelBoxes = all("input[name=level]", form);

  let filtered = false;
  const apply = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rule = form.elements.rule.value;
    const kind = form.elements.kind.value;
    const levels = new Set(levelBoxes.filter((box) => box.checked).map((box) => box.value));
    const active = Boolean(words.length || rule || kind || levels.size < levelBoxes.length);
    let shown = 0;
    for (const block of blocks) {
      let any = false;
      for (const one of block.findings) {
        const fits = (!rule || one.rule === rule) && (!kind || one.kind === kind) && levels.has(one.level) && words.every((word) => one.text.includes(word));
        one.node.hidden = !fits;
        if (fits) {
          any = true;
          shown += one.times;
        }
      }
      block.node.hidden = !any;
    }
    for (const group of groups) {
      const any = group.blocks.some((node) => !node.hidden);
      group.node.hidden = active && !any;
      if (group.node instanceof HTMLDetailsElement && (active || filtered)) group.node.open = active && any;
    }
    output.textContent = active ? `${shown.toLocaleString("en")} of ${total.toLocaleString("en")} findings` : `${total.toLocaleString("en")} findings`;
    filtered = active;
    reset.hidden = !active;
    none.hidden = !active || shown > 0;
    for (const pick of picks) pick.setAttribute("aria-pressed", String(pick.dataset.pick === rule));
    name();
  };
  const name = () => {
    if (fold) fold.textContent = details.every((one) => one.open || one.hidden) ? "Fold all" : "Open all";
  };

  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 60);
  });
  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  if (fold) {
    fold.addEventListener("click", () => {
      const open = fold.textContent === "Open all";
      for (const one of details) if (!one.hidden) one.open = open;
      name();
    });
  }

  for (const pick of picks) {
    pick.addEventListener("click", () => {
      form.elements.rule.value = form.elements.rule.value === pick.dataset.pick ? "" : pick.dataset.pick;
      apply();
    });
  }

  const go = (by) => {
    const seen = blocks.map((block) => block.node).filter((node) => !node.hidden);
    if (!seen.length) return;
    const at = seen.findIndex((node) => node.contains(document.activeElement));
    const next = seen[at < 0 ? (by > 0 ? 0 : seen.length - 1) : (at + by + seen.length) % seen.length];
    const around = next.closest("details.release");
    if (around) around.open = true;
    const heading = next.querySelector(".address");
    heading.focus({ preventScroll: true });
    next.scrollIntoView({ block: "center" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === "Escape" && typing) {
      if (form.elements.text.value) {
        form.elements.text.value = "";
        apply();
      } else event.target.blur();
    } else if (typing && event.target.type !== "checkbox") return;
    else if (event.key === "/") {
      event.preventDefault();
      form.elements.text.focus();
      form.elements.text.select();
    } else if (event.key === "n") go(1);
    else if (event.key === "p") go(-1);
  });
  apply();
})();
