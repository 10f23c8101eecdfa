// Compiles scripts, and modules to JavaScript. An isolate that compiles never runs a script, nor does its process, so
// that no script can change the modules of others. One isolate compiles many texts: a new one for each took half a
// minute for a plugin of 500 scripts.
import { failureOf } from './failure.mjs';
import { compileText } from './run-interpreted.mjs';
import { dispose } from './sandbox.mjs';

/** Characters after which an isolate is dropped; each text counts for some more than it has. */
const maxText = 200_000;
const perText = 2_000;
const syntaxTimeMs = 5_000;

/**
 * `{ error }` for an invalid text; for a text of a jar the answer of the guest: `module` as JavaScript, `inspected`
 * for its unavailable names.
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

/** Keeps one isolate, of the latest language. */
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

  /** Compiles a text; the state left by earlier texts never makes it fail. */
  return function compile({ timeMs, ...order }) {
    const deadline = performance.now() + (timeMs ?? Number.POSITIVE_INFINITY);
    const leftMs = () => Math.max(1, Math.min(syntaxTimeMs, Math.floor(deadline - performance.now())));
    const { compiled, isFirst } = compileNext(order, leftMs());
    return hasFailed(compiled) && !isFirst ? compileNext(order, leftMs()).compiled : compiled;
  };
}
