import { effectKey, maskedEffectKey, type ScriptEffect } from './effect.ts';
import { defaultLimits, type Limit, maxRequestBytes, type ScriptRequest, type ScriptRunResult } from './protocol.ts';
import { questionKey, type ScriptQuestion, type ScriptReply } from './question.ts';
import type { EffectResult, ReplayLog } from './replay-log.ts';
import type { RunnerClient } from './runner-client.ts';

/** Answers the questions of a script, and performs its effects. */
export interface ScriptHost {
  /** Returns the REST reply. Called once for each question between two pauses. Throws an error that ends the run. */
  answer(question: ScriptQuestion): Promise<ScriptReply>;
  /**
   * Performs the next effect. `until`: the run ends now, and continues at that time, in milliseconds since 1970.
   * `failed`: the reason why the run cannot continue. Throws the same errors as `answer`.
   */
  perform(effect: ScriptEffect, replayLog: ReplayLog): Promise<EffectResult | { until: number } | { failed: string }>;
}

/** The result of a run: its end, or the time at which it continues with its replay log. */
export type ScriptOutcome = { readonly answer: ScriptRunResult } | { readonly until: number };

/** The maximum number of repetitions for questions between two pauses, and in total. */
const maxQuestions = 100;
const maxTotalQuestions = 2_000;
/** The maximum number of requests and pauses of one run. */
const maxEffects = 2_000;
/** The maximum size of all replies in bytes, because all of them are sent with every repetition. */
const maxSentBytes = 128 * maxRequestBytes;
/** The maximum computing time of all repetitions, as a multiple of the limit of one run. */
const maxTimeFactor = 20;

const failed = (message: string, type = 'Error'): ScriptOutcome => ({
  answer: {
    error: { type, message, line: null },
    result: null,
    variables: {},
    actions: [],
    output: '',
    durationMs: 0,
  },
});
const tooMany = failed(`the script reads more than ${maxQuestions} different objects`);
const tooManyInAll = failed(`the script sends more than ${maxTotalQuestions} questions`);
const tooLarge = failed(`the replies for the script are larger than ${maxRequestBytes} bytes`);
const tooMuchTraffic = failed(
  `the replies for the script were sent with more than ${maxSentBytes} bytes in total: it has too many requests`,
);
const tooMuch = failed(
  `the script sends more than ${maxEffects} requests and pauses: use task.schedule for longer waits`,
);
const unstorable = failed('the script sends a text that cannot be stored');

const late = (timeMs: number): ScriptOutcome =>
  failed(`the script took longer than ${timeMs} ms, with all that it has read`, 'Timeout');
const tooLate = (timeMs: number): ScriptOutcome =>
  failed(`the script took longer than ${timeMs} ms, with all its repetitions`, 'Timeout');

const divergedRun = (before: string, now: string, { secrets }: ScriptRequest): ScriptOutcome =>
  failed(
    `the script took another way when it was repeated: it requested '${maskedEffectKey(now, secrets)}' instead of '${maskedEffectKey(before, secrets)}'`,
    'OtherWay',
  );

/**
 * Runs a script until it has no further question: after each reply, it restarts. The script cannot detect this, because
 * its clock and random numbers come from the log, and its actions are applied after its end. The time limit applies to
 * the time between two effects. Throws the errors of the runner and of `answering`, and the reason of `signal`.
 */
export async function runWithReplies(
  runner: Pick<RunnerClient, 'run'>,
  request: ScriptRequest,
  host: ScriptHost,
  replayLog: ReplayLog,
  signal: AbortSignal,
): Promise<ScriptOutcome> {
  const clock = createClock(defaultLimits[request.purpose], replayLog);
  const traffic = createTrafficMeter(request, replayLog);
  let scriptResult = await runner.run(withReplayLog(request, replayLog), signal);
  for (;;) {
    const { asks, effect } = scriptResult;
    if (scriptResult.error?.type === 'Timeout' && clock.repeats) return late(clock.timeMs);
    if (asks === undefined && effect === undefined) return { answer: scriptResult };
    signal.throwIfAborted();
    if (asks !== undefined) {
      const fault = await reply(asks, request, host, replayLog);
      if (fault !== null) return fault;
    }
    if (effect !== undefined) {
      const end = await clock.without(() => perform(effect, request, host, replayLog));
      if (end !== null) return end;
    }
    const left = clock.left();
    if (left <= 0) return clock.isOver() ? tooLate(maxTimeFactor * clock.timeMs) : late(clock.timeMs);
    const fault = traffic.next();
    if (fault !== null) return fault;
    scriptResult = await runner.run({ ...withReplayLog(request, replayLog), timeMs: left }, signal);
  }
}

const withReplayLog = (request: ScriptRequest, { journal, reads }: ReplayLog): ScriptRequest => ({
  ...request,
  journal,
  snapshot: request.snapshot && { ...request.snapshot, reads },
});

async function reply(
  asks: ScriptQuestion,
  request: ScriptRequest,
  host: ScriptHost,
  replayLog: ReplayLog,
): Promise<ScriptOutcome | null> {
  const key = questionKey(asks, replayLog.sleeps);
  if (replayLog.questions === maxQuestions) return tooMany;
  if (replayLog.totalQuestions === maxTotalQuestions) return tooManyInAll;
  // Unpaired surrogates are replaced in transit, so that the question would not match its reply.
  if (Object.hasOwn(replayLog.reads, key))
    return replayLog.sleeps === 0 ? unstorable : divergedRun('sleep', 'question', request);
  replayLog.recordReply(asks, await host.answer(asks));
  return null;
}

async function perform(
  effect: ScriptEffect,
  request: ScriptRequest,
  host: ScriptHost,
  replayLog: ReplayLog,
): Promise<ScriptOutcome | null> {
  const { entries } = replayLog.journal;
  if (effect.place !== entries.length)
    return divergedRun(entries[effect.place]?.said ?? 'nothing', effectKey(effect), request);
  if (entries.length === maxEffects) return tooMuch;
  const performed = await host.perform(effect, replayLog);
  if ('failed' in performed) return failed(performed.failed, 'NotKnown');
  if ('until' in performed) return performed;
  replayLog.recordEffect(effect, performed);
  return null;
}

/** Measures the time of a script since the last effect, and the computing time of all repetitions. */
function createClock({ timeMs }: Limit, replayLog: ReplayLog) {
  let startedAt = performance.now();
  let repeats = false;
  const spent = (): number => performance.now() - startedAt;
  return {
    timeMs,
    get repeats() {
      return repeats;
    },
    isOver: () => replayLog.computedMs + spent() >= maxTimeFactor * timeMs,
    left: () => {
      repeats = true;
      return Math.ceil(Math.min(timeMs, maxTimeFactor * timeMs - replayLog.computedMs) - spent());
    },
    async without<T>(work: () => Promise<T>): Promise<T> {
      replayLog.addComputedMs(spent());
      try {
        return await work();
      } finally {
        startedAt = performance.now();
      }
    },
  };
}

/** Counts the bytes that are sent to the runner. */
function createTrafficMeter(request: ScriptRequest, replayLog: ReplayLog) {
  let requestBytes: number | undefined;
  let sentBytes = 0;
  return {
    next(): ScriptOutcome | null {
      requestBytes ??= Buffer.byteLength(JSON.stringify(request));
      const size = requestBytes + replayLog.size;
      sentBytes += size;
      if (size > maxRequestBytes) return tooLarge;
      return sentBytes > maxSentBytes ? tooMuchTraffic : null;
    },
  };
}
