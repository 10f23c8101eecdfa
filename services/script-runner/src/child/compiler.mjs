// Whether texts are scripts. Nothing is ever run in an isolate that compiles, so one serves many texts: a fresh one for
// each cost a plugin of 500 scripts half a minute.
import { failureOf } from './failure.mjs';
import { dispose } from './sandbox.mjs';
import { compileText } from './text.mjs';

/** Characters after which an isolate is dropped; each text counts for some more than it has. */
const mostText = 200_000;
const perText = 2_000;
const syntaxTimeMs = 5_000;

function failureIn(sandbox, script) {
  try {
    if (sandbox.runs === 'text') return compileText(sandbox, script, syntaxTimeMs);
    sandbox.isolate.compileScriptSync(script, { filename: 'script' }).release();
    return null;
  } catch (error) {
    return failureOf(error, sandbox.isolate, syntaxTimeMs);
  }
}

/** Keeps one isolate, of the language that was asked for last. */
export function createCompiler(spares) {
  let open = null;

  function drop() {
    if (open !== null) dispose(open.sandbox);
    open = null;
  }

  function failureOfNext({ language, memoryMb, script }) {
    if (open?.language !== language || open.memoryMb !== memoryMb) {
      drop();
      open = { language, memoryMb, sandbox: spares.take(language, memoryMb), size: 0 };
    }
    const { sandbox, size } = open;
    open.size += script.length + perText;
    const error = failureIn(sandbox, script);
    if (error !== null || open.size >= mostText) drop();
    return { error, isFirst: size === 0 };
  }

  return {
    /** What hinders a text from being a script, or null. What earlier texts have left is never a reason. */
    compile(order) {
      const { error, isFirst } = failureOfNext(order);
      return error === null || isFirst ? error : failureOfNext(order).error;
    },
    drop,
  };
}
