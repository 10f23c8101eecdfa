// Compiles scripts, and translates modules to JavaScript. Neither a compiling isolate nor its process ever runs a
// script, so no script can change the modules of others. One isolate compiles many texts: with a new isolate for each
// text, a plugin with 500 scripts took half a minute.
import { failureOf } from './failure.mjs';
import { compileText } from './run-interpreted.mjs';
import { dispose } from './sandbox.mjs';

/** The isolate is dropped after this number of characters. Each text adds its length and `perText`. */
const maxText = 200_000;
const perText = 2_000;
const syntaxTimeMs = 5_000;

/**
 * Compiles one text. Returns `{ error }` for a script (null if it is valid) and for a failure. For `module` and
 * `inspected`, returns `{ text }`: the result of the interpreter as JSON.
 */
function compileIn(sandbox, { script, module, inspected }, timeMs) {
  const applyGuest = (guest, input) => ({ text: guest.applySync(undefined, [input], { timeout: timeMs }) });
  try {
    if (module !== undefined) return applyGuest(sandbox.interpreter.translate, module);
    if (inspected !== undefined) return applyGuest(sandbox.interpreter.inspect, inspected);
    if (sandbox.runs === 'text') return { error: compileText(sandbox, script, timeMs).error ?? null };
    sandbox.isolate.compileScriptSync(script, { filename: 'script' }).release();
    return { error: null };
  } catch (error) {
    return { error: failureOf(error, sandbox.isolate, timeMs) };
  }
}
const hasFailed = ({ text, error }) => (text === undefined ? error !== null : text.startsWith('{"error"'));

/** Returns a compiler that keeps one isolate, of the last used language. */
export function createCompiler(spares) {
  let open = null;

  function drop() {
    if (open !== null) dispose(open.sandbox);
    open = null;
  }

  function compileNext({ language, memoryMb, ...input }, timeMs) {
    if (open?.language !== language || open.memoryMb !== memoryMb) {
      drop();
      open = { language, memoryMb, sandbox: spares.take(language, memoryMb), size: 0 };
    }
    const { sandbox, size } = open;
    open.size += (input.script ?? input.module ?? input.inspected).length + perText;
    const compiled = compileIn(sandbox, input, timeMs);
    if (hasFailed(compiled) || open.size >= maxText) drop();
    return { compiled, isFirst: size === 0 };
  }

  /** Compiles a text. If it fails in a used isolate, it is compiled again in a fresh one. */
  return function compile({ timeMs, ...order }) {
    const deadline = performance.now() + (timeMs ?? Number.POSITIVE_INFINITY);
    const leftMs = () => Math.max(1, Math.min(syntaxTimeMs, Math.floor(deadline - performance.now())));
    const { compiled, isFirst } = compileNext(order, leftMs());
    return hasFailed(compiled) && !isFirst ? compileNext(order, leftMs()).compiled : compiled;
  };
}
