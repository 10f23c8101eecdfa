// Describes an error in an isolate. Only the name, message and line of the script's own error are returned, never the
// stack or paths of the host.

const productErrors = new Set(['Timeout', 'OutOfMemory', 'Crashed']);
/** Longer than the displayed message, so that a secret at the cut is complete and can be masked. */
const maxMessage = 10_000;

/** Returns the line in the script, which is compiled with the file name `script`; null if it is unknown. */
function lineOf({ name, message, stack }) {
  const syntaxPosition = name === 'SyntaxError' ? / \[script:(\d{1,7}):\d+\]$/.exec(message) : null;
  const match = syntaxPosition ?? /\n {4}at (?:[^\n]{0,200} \()?script:(\d{1,7}):/.exec(String(stack).slice(0, 20_000));
  return match === null ? null : Number(match[1]);
}

const typeOf = ({ name }) =>
  typeof name === 'string' && /^[\w$.]{1,100}$/.test(name) && !productErrors.has(name) ? name : 'Error';

function messageOf({ message }) {
  const text = typeof message === 'string' ? message.replace(/ \[script:\d+:\d+\]$/, '') : '';
  if (text.includes('isolated-vm')) return 'the script threw a value that is not an error';
  return text.slice(0, maxMessage);
}

/**
 * The precision of timers. A script can throw the message of a timeout at any time, so the elapsed time is compared,
 * too.
 */
const timerMs = 5;

/** Returns the error that ended a run after `tookMs`, as `{ type, message, line }`. */
export function failureOf(error, isolate, timeMs, tookMs = timeMs) {
  if (isolate.isDisposed) return { type: 'OutOfMemory', message: 'the script exceeded its memory limit', line: null };
  if (!(error instanceof Error)) return { type: 'Error', message: String(error).slice(0, maxMessage), line: null };
  if (error.message === 'Script execution timed out.' && tookMs >= timeMs - timerMs) {
    return { type: 'Timeout', message: `the script took longer than ${timeMs} ms`, line: null };
  }
  return { type: typeOf(error), message: messageOf(error), line: lineOf(error) };
}
