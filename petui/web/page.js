"use strict";
// The terminal measures its cells once, so the font must be there before it is made; then the keys are for it.
{
  const begin = window.onload;
  const faces = ["", "bold ", "italic "];
  const size = Number(new URLSearchParams(window.location.search).get("fontsize"));
  window.onload = async (event) => {
    const terminal = document.getElementById("terminal");
    terminal.dataset.fontSize = Number.isInteger(size) && size >= 8 && size <= 40 ? size : 16;
    terminal.dataset.sessionWebsocketUrl = new URL("ws", window.location.href.split("?")[0]).href.replace(/^http/, "ws");
    const again = document.getElementById("again");
    again.onclick = () => window.location.reload();
    new MutationObserver(() => {
      if (document.body.classList.contains("-closed")) again.focus();
    }).observe(document.body, { attributeFilter: ["class"] });
    await Promise.allSettled(faces.map((face) => document.fonts.load(`${face}16px "Roboto Mono"`)));
    begin(event);
    const keys = () => document.querySelector(".xterm-helper-textarea")?.focus();
    keys();
    window.addEventListener("focus", keys);
  };
}
