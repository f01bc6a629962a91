"use strict";
// The server takes no longer message than 65536 bytes; a sign of a text takes up to six.
const LONGEST = 8000;

function cut(text) {
  const pieces = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + LONGEST, text.length);
    const last = text.charCodeAt(end - 1);
    // Two halves of one sign stay together.
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

function messages(message) {
  if (message.length <= LONGEST) return [message];
  const [kind, typed] = JSON.parse(message);
  return kind === "stdin" ? cut(typed).map((piece) => JSON.stringify([kind, piece])) : [message];
}

// Why the server closed the socket; nothing where petui has ended by itself.
const REASONS = {
  1001: "The server has been ended, or is started again; come back in a moment.",
  1003: "The server was sent what it does not take.",
  1006: "The connection was lost.",
  1009: "The server was sent more at once than it takes.",
};

class Line extends WebSocket {
  constructor(...given) {
    super(...given);
    let opened = false;
    this.addEventListener("open", () => {
      opened = true;
    });
    this.addEventListener("close", (event) => {
      const refused = "The server has let nobody in here: no place is free, or the page is to be loaded again.";
      document.getElementById("why").textContent = opened ? (REASONS[event.code] ?? "") : refused;
    });
  }

  send(message) {
    for (const each of messages(message)) super.send(each);
  }
}
window.WebSocket = Line;

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
