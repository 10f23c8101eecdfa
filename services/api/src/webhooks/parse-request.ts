import { message } from '@slipway/domain/messages';
import { Invalid, type Json } from '@slipway/domain/model';
import { z } from 'zod';
import { parseJson } from '../http/body/json.ts';
import { readFields } from '../http/body/multipart.ts';

/** A request to an endpoint, before its body is read. */
export interface WebhookRequest {
  readonly method: string;
  /** The decoded path below `/webhooks/`. */
  readonly path: string;
  /** The URL with the query. */
  readonly url: string;
  /** Alternating names and values, in the spelling of the sender. */
  readonly rawHeaders: readonly string[];
  /** Reads the body. Throws TooLarge. */
  body(limit: number): Promise<Buffer>;
}

export interface ParsedRequest {
  /** Headers by name, in the spelling of the sender. The values of one name are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers by name in lower case. */
  readonly byName: ReadonlyMap<string, string>;
  /** Query parameters, with their values in order. Empty values are included. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly bytes: Buffer;
  /** The original body. */
  readonly raw: string;
  /** The body that is stored and passed to triggers: the original body, or the JSON of a form. */
  readonly text: string;
  /** The JSON in the body, or the reason why it is invalid. Null for an empty body. */
  readonly payload: Json | Invalid;
}

/** Returns a text that PostgreSQL can store: replaces NUL and unpaired surrogates. */
const toStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

export function parseHeaders(raw: readonly string[]): Pick<ParsedRequest, 'headers' | 'byName'> {
  const names = new Map<string, string>();
  const byName = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [rawName = '', value = ''] = [raw[at], raw[at + 1]];
    const name = rawName.toLowerCase();
    const existing = byName.get(name);
    if (existing === undefined) names.set(name, rawName);
    byName.set(name, existing === undefined ? value : `${existing}, ${value}`);
  }
  const headers = Object.fromEntries([...byName].map(([name, value]) => [names.get(name) ?? name, value]));
  return { headers, byName };
}

function parseParameters(url: string): ParsedRequest['parameters'] {
  const start = url.indexOf('?');
  return valuesByName(new URLSearchParams(start < 0 ? '' : url.slice(start + 1)));
}

function valuesByName(parameters: URLSearchParams): ParsedRequest['parameters'] {
  const read = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    const key = toStorable(name);
    const values = read.get(key);
    if (values === undefined) read.set(key, [toStorable(value)]);
    else values.push(toStorable(value));
  }
  return Object.fromEntries(read);
}

const anyJson = z.custom<Json>();

function parsePayload(bytes: Buffer): Json | Invalid {
  try {
    return bytes.length === 0 ? null : anyJson.parse(parseJson(bytes));
  } catch (error) {
    if (error instanceof Invalid) return error;
    throw error;
  }
}

/**
 * Returns the JSON in a body. Repository hosts and chats can send it in the form field `payload`. For other forms, such
 * as those of chat commands, phone and mail services, it returns an object of their fields. A repeated field becomes a
 * list. Many senders, such as curl, declare a JSON body as a form by default.
 */
async function readContent(bytes: Buffer, type: string | undefined): Promise<Buffer | Invalid> {
  const form = type === undefined || bytes.length === 0 ? null : await parseForm(bytes, type);
  if (form === null || form instanceof Invalid) return form ?? bytes;
  const [payload, ...others] = form.getAll('payload');
  if (others.length > 0) return new Invalid(message('eventBody.payloadFields', { count: others.length + 1 }));
  if (payload !== undefined) return Buffer.from(payload);
  const fields = Object.entries(valuesByName(form)).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(fields)));
}

/** The maximum number of bytes in which the first bracket of JSON is searched. */
const maxBlanks = 1_024;

/** Whether a form part with a file is the event: its name is `payload` and its type is JSON. */
const isPayload = (name: string, mimeType: string): boolean =>
  name === 'payload' && /^(?:application|text)\/(?:[\w.-]+\+)?json$/i.test(mimeType);

/**
 * Returns the fields of a form, or the reason why the form is invalid. Returns null for other bodies. A body that
 * starts like JSON is JSON with any content type.
 */
async function parseForm(bytes: Buffer, type: string): Promise<URLSearchParams | Invalid | null> {
  const isMultipart = /^multipart\/form-data\b/i.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded\b/i.test(type)) return null;
  if (/^\s*[[{]/.test(bytes.toString('utf8', 0, maxBlanks))) return null;
  if (!isMultipart) return new URLSearchParams(bytes.toString('utf8'));
  return await readFields(type, bytes, { isField: isPayload }).then(
    (fields) => new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    (error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      return parsePayload(bytes) instanceof Invalid ? error : null;
    },
  );
}

/** Parses a request. Replaces invalid UTF-8 in its body. */
export async function parseRequest({ url, rawHeaders }: WebhookRequest, bytes: Buffer): Promise<ParsedRequest> {
  const headers = parseHeaders(rawHeaders);
  const content = await readContent(bytes, headers.byName.get('content-type'));
  const raw = toStorable(bytes.toString('utf8'));
  const request = { ...headers, parameters: parseParameters(url), bytes, raw };
  if (content instanceof Invalid) return { ...request, text: raw, payload: content };
  const text = content === bytes ? raw : toStorable(content.toString('utf8'));
  return { ...request, text, payload: parsePayload(content) };
}
