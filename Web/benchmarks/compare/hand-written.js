// A countdown as it is written by hand within minutes.

const two = (number) => String(number).padStart(2, "0");

class HandWritten extends HTMLElement {
  connectedCallback() {
    this.deadline = Date.parse(this.getAttribute("until"));
    this.interval = setInterval(() => this.update(), 1000);
    this.update();
  }

  disconnectedCallback() {
    clearInterval(this.interval);
  }

  update() {
    const left = Math.max(0, Math.ceil((this.deadline - Date.now()) / 1000));
    this.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    if (left > 0) return;
    clearInterval(this.interval);
    this.dispatchEvent(new Event("finish", { bubbles: true }));
  }
}

customElements.define("hand-written", HandWritten);
