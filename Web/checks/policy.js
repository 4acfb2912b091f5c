// Under a strict policy, the element counts, and the classes say what they need.

import "./sandglass/element.js";
import { load } from "./sandglass/sandglass.js";

const violations = [];
document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => violations.push(`${effectiveDirective} ${blockedURI}`));
const message = await load().then(() => "loaded", (error) => error.message);
window.seen = {
  face: document.querySelector("sand-glass").shadowRoot.querySelector("[part]").textContent,
  status: document.querySelectorAll("[role=status]").length,
  saysWhatItNeeds: message.endsWith("allow it in the policy of the page, with script-src 'wasm-unsafe-eval'") || message,
  others: violations.filter((violation) => !violation.includes("wasm-eval")),
};
window.ready = true;
