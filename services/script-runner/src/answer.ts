import {
  longestOutput,
  masking,
  type ScriptAnswer,
  type ScriptError,
  type ScriptRequest,
  type scriptAction,
  scriptAnswer,
  scriptEffect,
  scriptQuestion,
} from '@slipway/scripts';
import type { z } from 'zod';
import type { Reply } from './pool/child-process.ts';

const deepest = 64;
const longestMessage = 4_000;
const longestSecret = 4_096;

/** The result of an isolate is untrusted text: its shape is validated. */
const written = scriptAnswer.omit({ durationMs: true, asks: true, effect: true });
type Written = Omit<ScriptAnswer, 'durationMs'>;

const failed = (error: ScriptError, output = ''): Written => ({
  error,
  result: null,
  variables: {},
  actions: [],
  output,
});
const ofOurs = (type: string, message: string): ScriptError => ({ type, message, line: null });

const crashed = ofOurs(
  'Crashed',
  'the script has ended its process, which happens when it uses far more memory than it may',
);
const kinds = new Set(['Timeout', 'OutOfMemory', 'Crashed']);
const unreadable = ofOurs('Error', 'the script answers what cannot be read');

/** Brackets outside of strings, counted before anything recursive looks at the value. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '[' || sign === '{')) depth += 1;
    else if (!isQuoted && (sign === ']' || sign === '}')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** As databases can keep it: without NUL, and without halves of surrogate pairs. */
const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storable(member)]));
}

/** Most answers hold nothing that looks as if no database could keep it, and are not walked through. */
const isSuspect = (text: string): boolean => !text.isWellFormed() || /\\u(?:0000|d[89a-f])/i.test(text);

const parsed = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return isSuspect(text) ? storable(value) : value;
};

function read(text: string): Written {
  if (isDeep(text)) return failed(ofOurs('Error', `the script answers what is nested more than ${deepest} deep`));
  try {
    const { data } = written.safeParse(parsed(text));
    if (data === undefined) return failed(unreadable);
    // These kinds are assigned by the product, never by a script.
    return data.error !== null && kinds.has(data.error.type)
      ? { ...data, error: { ...data.error, type: 'Error' } }
      : data;
  } catch {
    return failed(unreadable);
  }
}

const asking = ofOurs('Asking', 'the script requests data that it was not given');
const tooMuch = failed(ofOurs('Error', 'the script requests an unknown effect'));

/** A caller without support for questions sees a failed script. */
function question(text: string): Written {
  if (isDeep(text)) return tooMuch;
  try {
    const written = parsed(text);
    const { data: asks } = scriptQuestion.safeParse(written);
    if (asks !== undefined) return { ...failed(asking), asks };
    const { data: effect } = scriptEffect.safeParse(written);
    return effect === undefined ? tooMuch : { ...failed(asking), effect };
  } catch {
    return tooMuch;
  }
}

/** A guest keeps more than is shown; the end of what it kept may be half a secret, which no mask finds. */
function cut(text: string, mask: (text: string) => string): string {
  const whole = mask(text);
  if (text.length <= longestOutput) return storableText(whole);
  const shown = whole.slice(0, Math.min(longestOutput, whole.length - longestSecret));
  return `${storableText(shown)}\n… (the rest is cut)\n`;
}

type Action = z.output<typeof scriptAction>;

/** Comments and status lines are read by people, like what is printed. */
function maskAction(action: Action, mask: (text: string) => string): Action {
  if (action.does === 'setStatusLine') return { ...action, text: mask(action.text) };
  return 'comment' in action && action.comment !== null ? { ...action, comment: mask(action.comment) } : action;
}

/** A failed script has no actions, and returns its output. */
function masked({ error, output, lacks, ...rest }: Written, mask: (text: string) => string): Written {
  const printed = cut(output, mask);
  const lacked = lacks === undefined ? {} : { lacks: lacks.filter((name) => mask(name) === name) };
  if (error === null) {
    const actions = rest.actions.map((action) => maskAction(action, mask));
    return { ...rest, ...lacked, error, output: printed, actions };
  }
  const message = storableText(mask(error.message).slice(0, longestMessage));
  const type = storableText(mask(error.type).slice(0, 100));
  const at = error.at && { ...error.at, file: storableText(mask(error.at.file).slice(0, 200)) };
  return { ...failed({ type, message, line: error.line, ...(at && { at }) }, printed), ...lacked };
}

function writtenBy(reply: Reply | null, killed: ScriptError | null): Written {
  if (reply === null) return failed(killed ?? crashed);
  if (reply.asks !== undefined) return question(reply.asks);
  if (reply.text === undefined) return failed(reply.error ?? crashed, reply.output);
  return read(reply.text);
}

/**
 * How a run ended, from what its child replied; null where the child ended instead, for the reason `killed` if it was
 * us. Secrets are masked in what people read.
 */
export function answerOf(
  { secrets }: Pick<ScriptRequest, 'secrets'>,
  reply: Reply | null,
  killed: ScriptError | null,
  durationMs: number,
): ScriptAnswer {
  const said = writtenBy(reply, killed);
  const asks = said.asks !== undefined || said.effect !== undefined;
  return { ...(asks ? said : masked(said, masking(secrets))), durationMs };
}
