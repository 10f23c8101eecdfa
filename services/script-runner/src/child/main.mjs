// A child of the pool: runs one script at a time, and is spoken to by IPC only. Plain JavaScript, since Node strips
// types with WebAssembly, which `--jitless` takes away. The parent kills it when it takes too long.
import { createCompiler } from './compiler.mjs';
import { failureOf } from './failure.mjs';
import { createBound, createSpares } from './isolates.mjs';

/** By now all that is read of the machine has been read: what follows runs as the user that the parent names, and nobody else. */
const [user] = process.argv.slice(2).map(Number);
if (user !== undefined) {
  process.setgroups([]);
  process.setgid(user);
  process.setuid(user);
}

const largestAnswer = 1024 * 1024;
let spares;
let bound;
let compiler;
let served = 0;

const tooLarge = { type: 'Error', message: `the script answers more than ${largestAnswer} characters`, line: null };

/** Interpreters catch a script's own errors, and tell of them inside the text. */
const hasFailed = (text) => !text.startsWith('{"error":null') && JSON.parse(text).error !== null;

function answerOf({ text, error, output }, { isolate, asked }, timeMs, tookMs) {
  if (asked.question !== null) return { asks: asked.question };
  if (error !== undefined) return { error: failureOf(error, isolate, timeMs, tookMs), output };
  if (typeof text !== 'string')
    return { error: { type: 'Error', message: 'the script gave no answer', line: null }, output: '' };
  return text.length > largestAnswer ? { error: tooLarge, output: '' } : { text, failed: hasFailed(text) };
}

function run({ key, language, memoryMb, timeMs, body }) {
  compiler.drop();
  let sandbox;
  try {
    sandbox = bound.take(key, { language, memoryMb, request: () => JSON.parse(body) });
  } catch (error) {
    return { error: failureOf(error, { isDisposed: false }, timeMs), output: '' };
  }
  const began = performance.now();
  const ran = sandbox.run(body, timeMs);
  const answer = answerOf(ran, sandbox, timeMs, performance.now() - began);
  if (answer.text === undefined || answer.failed) bound.drop(key);
  else bound.used(key);
  return answer;
}

/** Spares are made while nobody waits. */
function refill() {
  if (spares.refill()) setImmediate(refill);
}

/** Reading the resident size costs a system call, so it is sent now and then only. */
const residentMb = () => (served++ % 16 === 0 ? Math.round(process.memoryUsage.rss() / 1024 / 1024) : undefined);

function begin(settings) {
  spares = createSpares(settings);
  bound = createBound(spares, settings);
  compiler = createCompiler(spares);
  while (spares.refill());
  process.send({ ready: true });
}

const handlers = { begin, run, compile: (order) => ({ error: compiler.compile(order) }) };

process.on('message', ({ does, ...given }) => {
  const answer = handlers[does](given);
  if (does === 'begin') return;
  process.send({ ...answer, rssMb: residentMb() });
  setImmediate(refill);
});
process.on('disconnect', () => process.exit(0));
