import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";

const built = new URL("../../.build/web/sandglass/", import.meta.url);

test("no file waits while it is imported, so a missing file ends no app", async () => {
  const sources = new URL("../module/", import.meta.url);
  const files = (await readdir(sources)).filter((name) => name.endsWith(".js"));
  assert.ok(files.includes("sandglass.js") && files.includes("element.js"));
  for (const name of files) {
    const lines = (await readFile(new URL(name, sources), "utf8")).split("\n");
    // What a function contains is indented.
    const waiting = lines.filter((line) => /^[^ /].*\bawait\b|^await\b/.test(line));
    assert.deepEqual(waiting, [], name);
  }
});

test("load rejects with what is wrong, and may be called again", async (t) => {
  const { load, Countdown } = await import(new URL("sandglass.js", built));
  assert.throws(() => new Countdown({ seconds: 1 }), /not loaded yet; write `await load\(\)`/);
  const answers = {
    "/missing.wasm": [404, "text/html", "<!doctype html>"],
    "/page.wasm": [200, "text/html", "<!doctype html>"],
    "/empty.wasm": [200, "application/wasm", ""],
    "/broken.wasm": [200, "application/wasm", "\0asm and more"],
    "/sandglass.wasm": [200, "application/octet-stream", await readFile(new URL("sandglass.wasm", built))],
  };
  const server = createServer((request, response) => {
    const [status, type, body] = answers[request.url];
    response.writeHead(status, { "Content-Type": type, Connection: "close" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = `http://127.0.0.1:${server.address().port}`;
  await assert.rejects(load(`${address}/missing.wasm`), /missing\.wasm cannot be loaded: status 404/);
  await assert.rejects(load(`${address}/page.wasm`), /it is no WebAssembly, but 15 bytes of text\/html/);
  await assert.rejects(load(`${address}/empty.wasm`), /it is no WebAssembly, but 0 bytes/);
  await assert.rejects(load(`${address}/broken.wasm`), /cannot be compiled: .*; the file must be the one/);
  await assert.rejects(load("http://127.0.0.1:1/"), /it must be reachable, and allowed by connect-src/);

  t.mock.method(WebAssembly, "compile", () => Promise.reject(new Error("Refused by Content Security Policy")), { times: 1 });
  await assert.rejects(load(`${address}/sandglass.wasm`), /with script-src 'wasm-unsafe-eval'/);
  await load(`${address}/sandglass.wasm`);
  await load(`${address}/missing.wasm`);
  assert.equal(new Countdown({ seconds: 1 }).reading.shown, 1);
});
