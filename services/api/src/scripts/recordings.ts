import { json, oneOf, optional } from '@slipway/api-schema/format';
import {
  type HttpBody,
  type HttpRequest,
  httpRefusals,
  type ScriptHost,
  type ScriptReply,
} from '@slipway/script-protocol';
import { z } from 'zod';

const maxRecordings = 100;
const header = z.record(z.string().max(1_000), z.string().max(100_000));

/** The recorded response to a request. Its body has one of three forms. */
const recording = z
  .object({
    method: optional(z.string().max(20)).describe('GET without it'),
    url: z
      .string()
      .max(20_000)
      .describe('* matches any text; a pattern without a ? is compared with the address without its query'),
    status: optional(z.int().min(100).max(599)).describe('200 without it'),
    headers: optional(header),
    json: json.optional().describe('the body, as JSON'),
    text: optional(z.string()).describe('the body, as a text'),
    base64: optional(z.base64()).describe('the body, as bytes'),
    refused: optional(oneOf(httpRefusals)).describe('there is no answer: the exception that the script gets'),
  })
  .meta({ id: 'HttpRecording' });
type Recording = z.output<typeof recording>;

export const recordings = z.array(recording).max(maxRecordings);

/** A request of a script in a trial run. */
export const trialRequest = z
  .object({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.array(z.string())).describe('names and values, in the order of the script'),
    username: z.string().optional().describe('the credentials, if the script sets them'),
    body: z.string().optional().describe('bytes that are no text in base64'),
    recorded: z.boolean().describe('false: there was no recording for it, and the script got HttpFailed'),
  })
  .meta({ id: 'ScriptTrialCall' });
type TrialRequest = z.output<typeof trialRequest>;

/** Whether a text matches a pattern, in which `*` matches any text. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0 || at + part.length > text.length - last.length) return false;
    from = at + part.length;
  }
  return true;
}

const matchesRequest = (
  { method = 'GET', url: pattern }: Recording,
  actual: { readonly method: string; readonly url: string },
) =>
  method.toUpperCase() === actual.method &&
  matchesPattern(pattern.includes('?') ? actual.url : actual.url.replace(/\?.*$/s, ''), pattern);

function bodyOf({ json: value, text, base64 }: Recording): HttpBody {
  if (base64 !== undefined) return { base64 };
  return { text: text ?? (value === undefined ? '' : JSON.stringify(value)) };
}

function replyOf(recording: Recording | undefined, { method, url }: { method: string; url: string }): ScriptReply {
  if (recording === undefined)
    return { refused: { type: 'HttpFailed', message: `there is no recording for ${method} ${url}` } };
  const { refused, status = 200, headers = {} } = recording;
  if (refused !== undefined) return { refused: { type: refused, message: `${method} ${url} was recorded as refused` } };
  const defaultHeaders: [string, string][] = recording.json === undefined ? [] : [['content-type', 'application/json']];
  const responseHeaders = [...defaultHeaders, ...Object.entries(headers)];
  return { value: { status, reason: '', url, headers: responseHeaders, body: bodyOf(recording) } };
}

const bodyText = (body: HttpRequest['body']): string | undefined => {
  if (body === null) return undefined;
  return 'text' in body ? body.text : body.base64;
};

/** The requests and pauses of a script in a trial run. */
export interface TrialEffects {
  readonly requests: readonly TrialRequest[];
  /** In milliseconds. */
  readonly pauses: readonly number[];
  /** The number of unused recordings. */
  readonly recordingsLeft: number;
}

/** Responds to a script from recordings. Each recording is used once, in order. Pauses end immediately. */
export interface RecordedAnswers extends ScriptHost {
  /** Returns the requests and pauses so far, with all texts masked. */
  maskedEffects(mask: (text: string) => string): TrialEffects;
}

function maskedRequest({ headers, url, body, ...request }: TrialRequest, mask: (text: string) => string): TrialRequest {
  const maskedHeaders = headers.map((header) => header.map(mask));
  return { ...request, url: mask(url), headers: maskedHeaders, body: body === undefined ? undefined : mask(body) };
}

export function createRecordedAnswers(available: readonly Recording[]): RecordedAnswers {
  const unused = [...available];
  const requests: TrialRequest[] = [];
  const pauses: number[] = [];
  const answerBy = (httpRequest: HttpRequest): ScriptReply => {
    const at = unused.findIndex((candidate) => matchesRequest(candidate, httpRequest));
    const [match] = at < 0 ? [] : unused.splice(at, 1);
    const { method, url, headers, credentials, body } = httpRequest;
    const username = credentials?.username ?? undefined;
    requests.push({ method, url, headers, username, body: bodyText(body), recorded: match !== undefined });
    return replyOf(match, httpRequest);
  };
  return {
    maskedEffects: (mask) => ({
      requests: requests.map((request) => maskedRequest(request, mask)),
      pauses,
      recordingsLeft: unused.length,
    }),
    answer: async () => ({
      refused: { type: 'NotFoundException', message: 'a script on trial cannot read existing objects' },
    }),
    perform: async (effect, { journal }) => {
      const now = journal.entries.at(-1)?.at ?? journal.began;
      if (effect.does === 'http') return { reply: answerBy(effect), at: now };
      pauses.push(effect.ms);
      return { reply: { value: null }, at: now + effect.ms };
    },
  };
}
