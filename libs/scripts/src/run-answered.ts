import type { Course, Performed } from './course.ts';
import type { ScriptEffect } from './effect.ts';
import { type Limit, largestRequest, type ScriptAnswer, type ScriptRequest, usualLimits } from './protocol.ts';
import { keyOfQuestion, type ScriptQuestion, type ScriptReply } from './question.ts';
import type { RunnerClient } from './runner-client.ts';
import { saidOf, shownSaid } from './said.ts';

/** What answers a script, and does for it what it wants done on its way. */
export interface Answering {
  /** The reply of REST, requested once for each question between two pauses. Throws an error that ends the run. */
  answer(question: ScriptQuestion): Promise<ScriptReply>;
  /**
   * Performs the next effect. `until`: it ends then, in milliseconds since 1970, and the run continues then; `failed`:
   * why it cannot continue. Throws as `answer`.
   */
  perform(effect: ScriptEffect, course: Course): Promise<Performed | { until: number } | { failed: string }>;
}

/** The result of a run: its end, or the time from which it continues by its log. */
export type Outcome = { readonly answer: ScriptAnswer } | { readonly until: number };

/** The maximum number of repetitions for questions between two pauses, and in all. */
const mostQuestions = 100;
const mostAsked = 2_000;
/** Requests and pauses of one run. */
const mostEffects = 2_000;
/** All replies are sent with every repetition: this is the maximum of bytes in all. */
const mostSent = 128 * largestRequest;
/** The maximum computing time of all repetitions, as a multiple of one run. */
const mostTimes = 20;

const failed = (message: string, type = 'Error'): Outcome => ({
  answer: {
    error: { type, message, line: null },
    result: null,
    variables: {},
    actions: [],
    output: '',
    durationMs: 0,
  },
});
const tooMany = failed(`the script reads more than ${mostQuestions} different objects`);
const tooManyInAll = failed(`the script sends more than ${mostAsked} questions`);
const tooLarge = failed(`the replies for the script are larger than ${largestRequest} bytes`);
const tooOften = failed(
  `the replies for the script were sent with more than ${mostSent} bytes in total: it has too many requests`,
);
const tooMuch = failed(
  `the script sends more than ${mostEffects} requests and pauses: use task.schedule for longer waits`,
);
const unstorable = failed('the script sends a text that cannot be stored');

const late = (timeMs: number): Outcome =>
  failed(`the script took longer than ${timeMs} ms, with all that it has read`, 'Timeout');
const tooLate = (timeMs: number): Outcome =>
  failed(`the script took longer than ${timeMs} ms, with all its repetitions`, 'Timeout');

const strayed = (before: string, now: string, { secrets }: ScriptRequest): Outcome =>
  failed(
    `the script took another way when it was repeated: it requested '${shownSaid(now, secrets)}' instead of '${shownSaid(before, secrets)}'`,
    'OtherWay',
  );

/**
 * Runs a script until it has no further question: with each reply it is run again from its start. It cannot detect this,
 * because its clock and random numbers are those of its log, and its actions are applied after its end. Its time is
 * the time between two effects. Throws the errors of the runner and of `answering`, and the reason of `signal`.
 */
export async function runAnswered(
  runner: Pick<RunnerClient, 'run'>,
  request: ScriptRequest,
  answering: Answering,
  course: Course,
  signal: AbortSignal,
): Promise<Outcome> {
  const clock = timing(usualLimits[request.purpose], course);
  const traffic = trafficOf(request, course);
  let answer = await runner.run(given(request, course), signal);
  for (;;) {
    const { asks, effect } = answer;
    if (answer.error?.type === 'Timeout' && clock.repeats) return late(clock.timeMs);
    if (asks === undefined && effect === undefined) return { answer };
    signal.throwIfAborted();
    if (asks !== undefined) {
      const fault = await reply(asks, request, answering, course);
      if (fault !== null) return fault;
    }
    if (effect !== undefined) {
      const end = await clock.without(() => perform(effect, request, answering, course));
      if (end !== null) return end;
    }
    const left = clock.left();
    if (left <= 0) return clock.isOver() ? tooLate(mostTimes * clock.timeMs) : late(clock.timeMs);
    const fault = traffic.next();
    if (fault !== null) return fault;
    answer = await runner.run({ ...given(request, course), timeMs: left }, signal);
  }
}

const given = (request: ScriptRequest, { journal, reads }: Course): ScriptRequest => ({
  ...request,
  journal,
  snapshot: request.snapshot && { ...request.snapshot, reads },
});

async function reply(
  asks: ScriptQuestion,
  request: ScriptRequest,
  answering: Answering,
  course: Course,
): Promise<Outcome | null> {
  const key = keyOfQuestion(asks, course.sleeps);
  if (course.questions === mostQuestions) return tooMany;
  if (course.asked === mostAsked) return tooManyInAll;
  // Halves of surrogate pairs are replaced in transit, so that the reply would not be found by its question.
  if (Object.hasOwn(course.reads, key)) return course.sleeps === 0 ? unstorable : strayed('sleep', 'question', request);
  course.reply(asks, await answering.answer(asks));
  return null;
}

async function perform(
  effect: ScriptEffect,
  request: ScriptRequest,
  answering: Answering,
  course: Course,
): Promise<Outcome | null> {
  const { entries } = course.journal;
  if (effect.place !== entries.length)
    return strayed(entries[effect.place]?.said ?? 'nothing', saidOf(effect), request);
  if (entries.length === mostEffects) return tooMuch;
  const performed = await answering.perform(effect, course);
  if ('failed' in performed) return failed(performed.failed, 'NotKnown');
  if ('until' in performed) return performed;
  course.perform(effect, performed);
  return null;
}

/** The time of a script, from one effect to the next, and that of its course. */
function timing({ timeMs }: Limit, course: Course) {
  let began = performance.now();
  let repeats = false;
  const spent = (): number => performance.now() - began;
  return {
    timeMs,
    get repeats() {
      return repeats;
    },
    isOver: () => course.computedMs + spent() >= mostTimes * timeMs,
    left: () => {
      repeats = true;
      return Math.ceil(Math.min(timeMs, mostTimes * timeMs - course.computedMs) - spent());
    },
    async without<T>(work: () => Promise<T>): Promise<T> {
      course.compute(spent());
      try {
        return await work();
      } finally {
        began = performance.now();
      }
    },
  };
}

/** Counts what is sent to the runner. */
function trafficOf(request: ScriptRequest, course: Course) {
  let whole: number | undefined;
  let sent = 0;
  return {
    next(): Outcome | null {
      whole ??= Buffer.byteLength(JSON.stringify(request));
      const size = whole + course.size;
      sent += size;
      if (size > largestRequest) return tooLarge;
      return sent > mostSent ? tooOften : null;
    },
  };
}
