// The compiled core: WebAssembly that imports nothing.

let loading;
let compiled;

/** Loads the core, once. Everything else in this module needs it. A call after a failure tries again. */
export function load(source = new URL("sandglass.wasm", import.meta.url)) {
  loading ??= compile(source).then((module) => void (compiled = module)).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Whether `load` has ended. */
export const isLoaded = () => compiled !== undefined;

/** Compiles a file of WebAssembly, given its URL or its bytes. */
export async function compile(source) {
  const bytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source) ? source : await download(source);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const isForbidden = /Content.Security.Policy|CSP|unsafe-eval/.test(error.message);
    const advice = isForbidden
      ? "allow it in the policy of the page, with script-src 'wasm-unsafe-eval'"
      : "the file must be the one that was built together with this module";
    throw new Error(`the WebAssembly of Sandglass cannot be compiled: ${error.message}; ${advice}`, { cause: error });
  }
}

/** Returns the bytes of a file, which begins as each file of WebAssembly does. */
async function download(source) {
  const failed = (why, cause) => new Error(`${source} cannot be loaded: ${why}`, { cause });
  let response, bytes;
  try {
    response = await fetch(source);
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw failed(`${error.message}; it must be reachable, and allowed by connect-src in the policy of the page`, error);
  }
  if (!response.ok) throw failed(`status ${response.status}`);
  if (new TextDecoder().decode(bytes.slice(0, 4)) === "\0asm") return bytes;
  const type = response.headers.get("Content-Type") ?? "no type";
  throw failed(`it is no WebAssembly, but ${bytes.byteLength} bytes of ${type}; the file belongs next to this module`);
}

/** Returns a new core, which is one timekeeper's. */
export function newCore() {
  if (!compiled) throw new Error("Sandglass is not loaded yet; write `await load()` before this.");
  return new WebAssembly.Instance(compiled).exports;
}
