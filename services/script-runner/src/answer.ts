import {
  createMask,
  maxOutputCharacters,
  type ScriptError,
  type ScriptRequest,
  type ScriptRunResult,
  type scriptAction,
  scriptEffect,
  scriptQuestion,
  scriptRunResult,
} from '@slipway/script-protocol';
import type { z } from 'zod';
import type { Reply } from './pool/child-process.ts';

const maxDepth = 64;
const maxMessage = 4_000;
const maxSecret = 4_096;

/** The result of an isolate is untrusted text, so its shape is validated. */
const isolateAnswer = scriptRunResult.omit({ durationMs: true, asks: true, effect: true });
type IsolateAnswer = Omit<ScriptRunResult, 'durationMs'>;

type LineTimes = ScriptRunResult['lineTimes'];

const failedAnswer = (error: ScriptError, output = '', lineTimes?: LineTimes): IsolateAnswer => ({
  error,
  result: null,
  variables: {},
  actions: [],
  output,
  ...(lineTimes && { lineTimes }),
});
const productError = (type: string, message: string): ScriptError => ({ type, message, line: null });

const crashed = productError(
  'Crashed',
  'the process of the script has ended, probably because the script exceeded its memory limit',
);
const kinds = new Set(['Timeout', 'OutOfMemory', 'Crashed']);
const unreadable = productError('Error', 'the result of the script is invalid');

/** Whether the brackets outside of strings are nested too deep. Runs before any recursive function reads the value. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '[' || character === '{')) depth += 1;
    else if (!isQuoted && (character === ']' || character === '}')) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Returns the text in a form that a database can store: without NUL and without unpaired surrogates. */
const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storable(member)]));
}

/** Whether the text may contain characters that a database cannot store. Most answers contain none and need no walk. */
const isSuspect = (text: string): boolean => !text.isWellFormed() || /\\u(?:0000|d[89a-f])/i.test(text);

const parsed = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return isSuspect(text) ? storable(value) : value;
};

function parseAnswer(text: string): IsolateAnswer {
  if (isDeep(text))
    return failedAnswer(productError('Error', `the result of the script is nested more than ${maxDepth} deep`));
  try {
    const { data } = isolateAnswer.safeParse(parsed(text));
    if (data === undefined) return failedAnswer(unreadable);
    // Only the product assigns these error types, never a script.
    return data.error !== null && kinds.has(data.error.type)
      ? { ...data, error: { ...data.error, type: 'Error' } }
      : data;
  } catch {
    return failedAnswer(unreadable);
  }
}

const dataRequested = productError('Asking', 'the script requests unavailable data');
const unknownEffect = failedAnswer(productError('Error', 'the script requests an unknown effect'));

/** Parses a request of a script. A caller that cannot answer requests gets a failed script. */
function parseQuestion(text: string): IsolateAnswer {
  if (isDeep(text)) return unknownEffect;
  try {
    const isolateAnswer = parsed(text);
    const { data: asks } = scriptQuestion.safeParse(isolateAnswer);
    if (asks !== undefined) return { ...failedAnswer(dataRequested), asks };
    const { data: effect } = scriptEffect.safeParse(isolateAnswer);
    return effect === undefined ? unknownEffect : { ...failedAnswer(dataRequested), effect };
  } catch {
    return unknownEffect;
  }
}

/**
 * Masks the output and cuts it at the limit. The sandbox keeps more than the limit, because the end of its text may be
 * half a secret, which no mask finds.
 */
function cutOutput(text: string, mask: (text: string) => string): string {
  const maskedText = mask(text);
  if (text.length <= maxOutputCharacters) return storableText(maskedText);
  const shown = maskedText.slice(0, Math.min(maxOutputCharacters, maskedText.length - maxSecret));
  return `${storableText(shown)}\n… (the rest is cut)\n`;
}

const countLines = (text: string): number => text.split('\n').length;

/** Returns the times of the lines; undefined if the mask has joined lines, whose numbers then differ. */
const timesOf = ({ output, lineTimes }: IsolateAnswer, mask: (text: string) => string): LineTimes =>
  lineTimes !== undefined && countLines(mask(output)) === countLines(output) ? lineTimes : undefined;

type Action = z.output<typeof scriptAction>;

/** Users read comments and status lines, so secrets are masked as in the output. */
function maskAction(action: Action, mask: (text: string) => string): Action {
  if (action.does === 'setStatusLine') return { ...action, text: mask(action.text) };
  return 'comment' in action && action.comment !== null ? { ...action, comment: mask(action.comment) } : action;
}

/** A failed script has output, but no actions. */
function maskAnswer(answer: IsolateAnswer, mask: (text: string) => string): IsolateAnswer {
  const { error, output, lacks, lineTimes: _, ...rest } = answer;
  const shownOutput = cutOutput(output, mask);
  const lineTimes = timesOf(answer, mask);
  const missingNames = lacks === undefined ? {} : { lacks: lacks.filter((name) => mask(name) === name) };
  if (error === null) {
    const actions = rest.actions.map((action) => maskAction(action, mask));
    return { ...rest, ...missingNames, error, output: shownOutput, ...(lineTimes && { lineTimes }), actions };
  }
  const message = storableText(mask(error.message).slice(0, maxMessage));
  const type = storableText(mask(error.type).slice(0, 100));
  const at = error.at && { ...error.at, file: storableText(mask(error.at.file).slice(0, 200)) };
  const shownError = { type, message, line: error.line, ...(at && { at }) };
  return { ...failedAnswer(shownError, shownOutput, lineTimes), ...missingNames };
}

function answerFrom(reply: Reply | null, killed: ScriptError | null): IsolateAnswer {
  if (reply === null) return failedAnswer(killed ?? crashed);
  if (reply.asks !== undefined) return parseQuestion(reply.asks);
  if (reply.text === undefined) return failedAnswer(reply.error ?? crashed, reply.output, reply.lineTimes);
  return parseAnswer(reply.text);
}

/**
 * Returns the result of a run from the reply of its child. A null reply means that the child ended; `killed` is the
 * error if the runner killed it. Secrets are masked in all texts for users.
 */
export function answerOf(
  { secrets }: Pick<ScriptRequest, 'secrets'>,
  reply: Reply | null,
  killed: ScriptError | null,
  durationMs: number,
): ScriptRunResult {
  const isolateReply = answerFrom(reply, killed);
  const asks = isolateReply.asks !== undefined || isolateReply.effect !== undefined;
  return { ...(asks ? isolateReply : maskAnswer(isolateReply, createMask(secrets))), durationMs };
}
