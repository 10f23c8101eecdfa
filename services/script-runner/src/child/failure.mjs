// The description of an error inside an isolate. Only the name, message and line of the script's own error are
// returned; data of the host (its stack, its paths) is not.

const productErrors = new Set(['Timeout', 'OutOfMemory', 'Crashed']);
/** More than is shown, so that a secret at the cut is seen whole and masked. */
const maxMessage = 10_000;

/** Line of the script's own text, which is compiled under the name `script`. */
function lineOf({ name, message, stack }) {
  const syntaxPosition = name === 'SyntaxError' ? / \[script:(\d{1,7}):\d+\]$/.exec(message) : null;
  const match = syntaxPosition ?? /\n {4}at (?:[^\n]{0,200} \()?script:(\d{1,7}):/.exec(String(stack).slice(0, 20_000));
  return match === null ? null : Number(match[1]);
}

const typeOf = ({ name }) =>
  typeof name === 'string' && /^[\w$.]{1,100}$/.test(name) && !productErrors.has(name) ? name : 'Error';

function messageOf({ message }) {
  const text = typeof message === 'string' ? message.replace(/ \[script:\d+:\d+\]$/, '') : '';
  if (text.includes('isolated-vm')) return 'the script has thrown something that is no error';
  return text.slice(0, maxMessage);
}

/** Timers are this exact; a script can throw the words of a timeout at any time, and its time is up only once it is. */
const timerMs = 5;

/** The error that an isolate ended with after `tookMs`, as `{ type, message, line }`. */
export function failureOf(error, isolate, timeMs, tookMs = timeMs) {
  if (isolate.isDisposed)
    return { type: 'OutOfMemory', message: 'the script needs more memory than it may use', line: null };
  if (!(error instanceof Error)) return { type: 'Error', message: String(error).slice(0, maxMessage), line: null };
  if (error.message === 'Script execution timed out.' && tookMs >= timeMs - timerMs) {
    return { type: 'Timeout', message: `the script took longer than ${timeMs} ms`, line: null };
  }
  return { type: typeOf(error), message: messageOf(error), line: lineOf(error) };
}
