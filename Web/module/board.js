import { Countdown } from "./countdown.js";
import { forgetNearView, onNearView } from "./near-view.js";
import { callAll, receive, report, Timekeeper } from "./timekeeper.js";

/** A row's countdown. It tells its board about ticks and about its end. */
class Row extends Countdown {
  constructor(board, id, target, options) {
    super(target, options);
    this.tell = board;
    this.id = id;
  }

  [receive](type, detail) {
    super[receive](type, detail);
    this.tell?.(this, type, detail);
  }
}

const showFace = (element, reading, atEnd) => {
  element.textContent = reading.state === "finished" && atEnd !== undefined ? atEnd : reading.clockFace;
};

/** Countdowns by id, for lists. */
export class CountdownBoard {
  #options;
  #rows = new Map();
  #cells = new WeakMap();
  #shown = new Map();
  #listeners = new Set();
  #finished = [];
  #gone = new FinalizationRegistry((cell) => this.#drop(cell));
  #tell = (row, type, detail) => this.#receive(row, type, detail);
  #report = () => callAll(this.#listeners, this.#finished.splice(0));

  constructor(options = {}) {
    this.#options = { flipsTogether: true, timekeeper: Timekeeper.shared, ...options };
  }

  get count() {
    return this.#rows.size;
  }

  get ids() {
    return [...this.#rows.keys()];
  }

  /** The countdown of a row; undefined if there is no such row. */
  row(id) {
    return this.#rows.get(id);
  }

  /** Starts a row. It replaces the row with the same id, in its place. */
  start(id, target) {
    const row = new Row(this.#tell, id, target, this.#options);
    this.#rows.get(id)?.close();
    this.#rows.set(id, row);
    this.#watch(id);
    row.start();
    this.#showAll(id);
    return row;
  }

  /** Removes a row. Elements that show it become empty. */
  remove(id) {
    const row = this.#rows.get(id);
    if (!row) return false;
    row.close();
    this.#rows.delete(id);
    for (const { ref } of this.#shown.get(id) ?? []) ref.deref()?.replaceChildren?.();
    return true;
  }

  /** Shows a row in an element: its clock face, or what `show` makes of each reading. */
  show(id, element, options = {}) {
    const { atEnd, section = element, show = (element, reading) => showFace(element, reading, atEnd) } =
      typeof options === "function" ? { show: options } : options;
    this.hide(element);
    // The section contains the element, so nothing may hold it either.
    const cell = { id, draw: show, ref: new WeakRef(element), section: new WeakRef(section), isNear: false };
    cell.setNear = (isNear) => this.#setNear(cell, isNear);
    this.#cells.set(element, cell);
    if (!this.#shown.has(id)) this.#shown.set(id, new Set());
    this.#shown.get(id).add(cell);
    this.#gone.register(element, cell, cell);
    this.#draw(cell);
    onNearView(section, cell.setNear);
  }

  /** Stops showing a row in an element. Its text stays. */
  hide(element) {
    const cell = this.#cells.get(element);
    if (!cell) return;
    this.#cells.delete(element);
    this.#gone.unregister(cell);
    this.#drop(cell);
  }

  /** Calls `listener` with the ids of all rows that have finished together, in the order of their ends. */
  on(type, listener) {
    if (type !== "finish") throw new TypeError(`a board has no event "${type}"; accepted: finish`);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Removes all rows and forgets all elements. */
  close() {
    for (const id of this.ids) this.remove(id);
    for (const cells of this.#shown.values()) {
      for (const { ref } of [...cells]) {
        const element = ref.deref();
        if (element) this.hide(element);
      }
    }
  }

  #drop(cell) {
    const section = cell.section.deref();
    if (section) forgetNearView(section, cell.setNear);
    const cells = this.#shown.get(cell.id);
    cells?.delete(cell);
    if (cells?.size === 0) this.#shown.delete(cell.id);
    this.#watch(cell.id);
  }

  #setNear(cell, isNear) {
    if (cell.isNear === isNear) return;
    cell.isNear = isNear;
    this.#watch(cell.id);
    if (isNear) this.#draw(cell);
  }

  /** A row ticks only while one of its elements is near the visible part of the page. */
  #watch(id) {
    const row = this.#rows.get(id);
    if (!row) return;
    const isWanted = [...(this.#shown.get(id) ?? [])].some((cell) => cell.isNear);
    row.wantsTicks = isWanted;
    row.watch();
  }

  #receive(row, type, detail) {
    if (this.#rows.get(row.id) !== row) return;
    if (type === "finish") {
      this.#finished.push(row.id);
      row.timekeeper.afterDelivery(this.#report);
    }
    if (type === "tick") this.#showAll(row.id, detail);
    else if (type === "finish" || type === "cancel") this.#showAll(row.id);
  }

  #showAll(id, reading) {
    for (const cell of this.#shown.get(id) ?? []) this.#draw(cell, reading);
  }

  #draw(cell, reading) {
    const element = cell.ref.deref();
    const row = this.#rows.get(cell.id);
    if (!element || !row) return;
    try {
      cell.draw(element, reading ?? row.reading);
    } catch (error) {
      report(error);
    }
  }
}
