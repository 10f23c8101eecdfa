// Whether texts are scripts. Nothing is ever run in an isolate that compiles, so one serves many texts: a fresh one for
// each cost a plugin of 500 scripts half a minute.
import { failureOf } from './failure.mjs';
import { compileText } from './text.mjs';
import { dispose } from './vessel.mjs';

/** Characters after which an isolate is dropped; each text counts for some more than it has. */
const mostText = 200_000;
const perText = 2_000;
const syntaxTimeMs = 5_000;

function failureIn(vessel, script) {
  try {
    if (vessel.runs === 'text') return compileText(vessel, script, syntaxTimeMs);
    vessel.isolate.compileScriptSync(script, { filename: 'script' }).release();
    return null;
  } catch (error) {
    return failureOf(error, vessel.isolate, syntaxTimeMs);
  }
}

/** Keeps one isolate, of the language that was asked for last. */
export function createCompiler(spares) {
  let kept = null;

  function drop() {
    if (kept !== null) dispose(kept.vessel);
    kept = null;
  }

  function failureOfNext({ language, memoryMb, script }) {
    if (kept?.language !== language || kept.memoryMb !== memoryMb) {
      drop();
      kept = { language, memoryMb, vessel: spares.take(language, memoryMb), size: 0 };
    }
    const { vessel, size } = kept;
    kept.size += script.length + perText;
    const error = failureIn(vessel, script);
    if (error !== null || kept.size >= mostText) drop();
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
