"use strict";
const form = document.forms.audit;
const key = "vidwise-audit-" + form.dataset.sample;
const asked = [...form.querySelectorAll("fieldset")].map((set) => set.name);

function marks() {
  return Object.fromEntries(asked.map((id) => [id, form.elements["mark-" + id].value || null]));
}

function show() {
  const done = Object.values(marks()).filter(Boolean).length;
  document.getElementById("count").textContent = done + " of " + asked.length + " marked";
}

function set(found) {
  for (const id of asked) if (found[id]) form.elements["mark-" + id].value = found[id];
  show();
}

// The browser keeps what is marked until the page is closed for good; some keep nothing for local files.
try { set(JSON.parse(localStorage.getItem(key)) || {}); } catch { show(); }

form.addEventListener("change", (event) => {
  if (event.target.type === "file") return;
  show();
  try { localStorage.setItem(key, JSON.stringify(marks())); } catch { /* kept by the button alone */ }
});

document.getElementById("save").addEventListener("click", () => {
  const saved = { dataset: form.dataset.dataset, split: form.dataset.split, marks: marks() };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(saved, null, 1) + "\n"], { type: "application/json" }));
  link.download = "audit-" + saved.dataset + "-" + saved.split + ".json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

document.getElementById("load").addEventListener("change", async (event) => {
  try {
    set(JSON.parse(await event.target.files[0].text()).marks);
  } catch {
    document.getElementById("count").textContent = "that file holds no marks of this page";
  }
});
