// Adds a button to texts that are there to be copied. The page does without it.
"use strict";
for (const text of document.querySelectorAll("pre.copy")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Copy";
  const said = document.createElement("span");
  said.className = "copied";
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      said.textContent = "Copied";
    } catch {
      said.textContent = "Select the text and copy it";
    }
  });
  text.after(button, said);
}
