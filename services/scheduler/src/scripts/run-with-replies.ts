import {
  keyOfQuestion,
  largestRequest,
  type ScriptAnswer,
  type ScriptReply,
  type ScriptRequest,
  usualLimits,
} from '@slipway/scripts';
import { scriptCaller } from './context/caller.ts';
import type { ClaimedRun, ScriptContext } from './context/context.ts';
import { referencedReply, textsOf } from './questions/referenced-reply.ts';
import { replyTo } from './questions/reply.ts';

/** How often a script may be run again for what it asks; a round takes some milliseconds, and time bounds it as well. */
const mostQuestions = 100;
/** All that a script has read is sent with every round. */
const mostSent = 8 * largestRequest;

/**
 * Runs a script until it asks for nothing that it was not given: with each reply it is run again from its start, which it
 * cannot notice but by its clock, since nothing that it asks for is done before it has ended. A question is answered once, so
 * that all runs see one world. Throws what the runner throws, and the reason of `signal`.
 */
export async function runWithReplies(
  context: ScriptContext,
  run: ClaimedRun,
  request: ScriptRequest,
  signal: AbortSignal,
): Promise<ScriptAnswer> {
  const began = performance.now();
  const { timeMs } = usualLimits[request.purpose];
  const by = scriptCaller(run);
  const reads: Record<string, ScriptReply> = {};
  const references = textsOf(request.objects.map((name) => request.inputs[name]));
  let answer = await context.scripts.run(withReads(request, reads), signal);
  let size = answer.asks === undefined ? 0 : Buffer.byteLength(JSON.stringify(request));
  let sent = 0;
  while (answer.asks !== undefined) {
    const key = keyOfQuestion(answer.asks);
    if (Object.keys(reads).length === mostQuestions) return failed(tooMany);
    // Halves of surrogate pairs and the like are mended on the way, so that the reply is not found by what was asked.
    if (Object.hasOwn(reads, key)) return failed(unstorable);
    signal.throwIfAborted();
    const reply =
      (await referencedReply(context, run, answer.asks, references)) ?? (await replyTo(context, by, answer.asks));
    reads[key] = reply;
    size += Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(reply));
    sent += size;
    if (size > largestRequest || sent > mostSent) return failed(tooLarge);
    const left = Math.ceil(timeMs - (performance.now() - began));
    if (left <= 0) return timedOut(timeMs);
    answer = await context.scripts.run({ ...withReads(request, reads), timeMs: left }, signal);
    if (answer.error?.type === 'Timeout') return timedOut(timeMs);
  }
  return answer;
}

const withReads = (request: ScriptRequest, reads: Record<string, ScriptReply>): ScriptRequest => ({
  ...request,
  snapshot: request.snapshot && { ...request.snapshot, reads },
});

const tooMany = `the script asks for more than ${mostQuestions} different things`;
const unstorable = 'the script asks with a text that no database can keep';
const tooLarge = `what the script reads is larger than ${largestRequest} bytes`;

const failed = (message: string, type = 'Error'): ScriptAnswer => ({
  error: { type, message, line: null },
  result: null,
  variables: {},
  actions: [],
  output: '',
  durationMs: 0,
});

const timedOut = (timeMs: number): ScriptAnswer =>
  failed(`the script took longer than ${timeMs} ms, with all that it has read`, 'Timeout');
