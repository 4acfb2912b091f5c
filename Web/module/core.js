// The compiled core: WebAssembly that imports nothing.

let loading;
let compiled;

/** Loads the core, once. Everything else in this module needs it. */
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
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} cannot be loaded: status ${response.status}`);
  // Not every server knows the type of WebAssembly, which `compileStreaming` insists on.
  const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns a new core, which is one timekeeper's. */
export function newCore() {
  if (!compiled) throw new Error("Sandglass is not loaded yet; write `await load()` before this.");
  return new WebAssembly.Instance(compiled).exports;
}
