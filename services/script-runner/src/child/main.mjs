// A child process of the pool: runs one script at a time, and communicates only by IPC. It is plain JavaScript because
// Node strips types with WebAssembly, which `--jitless` disables. The parent kills it on a timeout.
import { createCompiler } from './compiler.mjs';
import { failureOf } from './failure.mjs';
import { createBound, createSpares } from './isolates.mjs';
import { createModules } from './modules.mjs';

/** All files have been read at this point. From here on, the process runs as the user that the parent has passed. */
const [user] = process.argv.slice(2).map(Number);
if (user !== undefined) {
  process.setgroups([]);
  process.setgid(user);
  process.setuid(user);
}

/** In characters. Outputs and printed texts are cut before, so only actions can exceed it. */
const maxAnswer = 2 * 1024 * 1024;
let spares;
let bound;
let compile;
let modules;
let served = 0;

const answerTooLarge = {
  type: 'Error',
  message: `the result of the script has more than ${maxAnswer} characters`,
  line: null,
};

/** Whether a text reports an error. Interpreters catch the errors of a script and return them in the text. */
const hasFailed = (text) => !text.startsWith('{"error":null') && JSON.parse(text).error !== null;

/**
 * Returns the missing module in a request of an interpreter, or null. The isolate has ended then, and the run must be
 * repeated with the module.
 */
function missingIn(question) {
  if (!question.startsWith('{"missing":')) return null;
  try {
    return [JSON.parse(question).missing];
  } catch {
    return null;
  }
}

function answerOf({ text, error, output, lineTimes, missing }, { isolate, asked, runs }, timeMs, tookMs) {
  if (missing !== undefined) return { missing };
  if (asked.question !== null) {
    const missingKeys = runs === 'text' ? missingIn(asked.question) : null;
    return missingKeys === null ? { asks: asked.question } : { missing: missingKeys, ranMs: tookMs };
  }
  if (error !== undefined) return { error: failureOf(error, isolate, timeMs, tookMs), output, lineTimes };
  if (typeof text !== 'string')
    return { error: { type: 'Error', message: 'the script returned no result', line: null }, output: '' };
  return text.length > maxAnswer ? { error: answerTooLarge, output: '' } : { text, failed: hasFailed(text) };
}

/** Whether the isolate can be used again: its run succeeded, or ended with a request before the timeout. */
const isSound = ({ text, failed }, { isolate, asked }, isInTime) =>
  asked.question === null ? text !== undefined && !failed : isInTime && !isolate.isDisposed;

/**
 * `imports`: the modules that the script may import, as `{ index, named, given }`. The `named` modules are prepared in
 * any case, even if the text does not import them.
 */
function run({ key, language, memoryMb, timeMs, body, imports }) {
  const { index, named: missingKeys = [], given = {} } = imports ?? {};
  let sandbox;
  try {
    sandbox = bound.take(key, { language, memoryMb, request: () => JSON.parse(body) });
  } catch (error) {
    return { error: failureOf(error, { isDisposed: false }, timeMs), output: '' };
  }
  sandbox.asked.question = null;
  const startedAt = performance.now();
  const supply = (into, needs) => modules.supply(into, [...missingKeys, ...needs], given);
  const outcome = sandbox.run(body, timeMs, { index, supply });
  const tookMs = performance.now() - startedAt;
  const answer = answerOf(outcome, sandbox, timeMs, tookMs);
  if (outcome.missing !== undefined) return answer;
  if (isSound(answer, sandbox, tookMs < timeMs)) bound.used(key);
  else bound.drop(key);
  return answer;
}

/** Spare isolates are created while the child is idle. */
function refill() {
  if (spares.refill()) setImmediate(refill);
}

/** Reading the resident size is a system call, so it is sent only with every 16th reply. */
const residentMb = () => (served++ % 16 === 0 ? Math.round(process.memoryUsage.rss() / 1024 / 1024) : undefined);

function start(settings) {
  spares = createSpares(settings);
  bound = createBound(spares, settings);
  compile = createCompiler(spares);
  modules = createModules();
  while (spares.refill());
  process.send({ ready: true });
}

const handlers = { begin: start, run, compile: (order) => compile(order) };

process.on('message', ({ does, ...given }) => {
  const answer = handlers[does](given);
  if (does === 'begin') return;
  process.send({ ...answer, rssMb: residentMb() });
  setImmediate(refill);
});
process.on('disconnect', () => process.exit(0));
