import { message } from '@slipway/domain/messages';
import { Invalid, type Json } from '@slipway/domain/model';
import { z } from 'zod';
import { parseJson } from '../http/body/json.ts';
import { readFields } from '../http/body/multipart.ts';

/** A request to an endpoint, with its body unread. */
export interface WebhookRequest {
  readonly method: string;
  /** below `/webhooks/`, decoded */
  readonly path: string;
  /** with the query */
  readonly url: string;
  /** names and values alternate, as they were written */
  readonly rawHeaders: readonly string[];
  /** the bytes of the body; throws TooLarge */
  body(limit: number): Promise<Buffer>;
}

export interface ParsedRequest {
  /** by name as it was written; values of one name are joined with a comma */
  readonly headers: Readonly<Record<string, string>>;
  /** by name in lower case */
  readonly byName: ReadonlyMap<string, string>;
  /** in order, empty values kept */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly bytes: Buffer;
  /** the body as it was sent */
  readonly raw: string;
  /** what is stored, and what triggers see: the body, or the JSON of a form */
  readonly text: string;
  /** the JSON in the body, or why there is none; null where nothing was sent */
  readonly payload: Json | Invalid;
}

/** A text that PostgreSQL can store: without NUL and halves of surrogate pairs. */
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
 * The JSON in a body. Repository hosts and chats can send it as the field `payload` of a form. Other forms, as chat
 * commands, phone and mail services send them, result in an object of their fields. A repeated field results in a list.
 * Many senders, such as curl, declare a JSON body as a form by default.
 */
async function readContent(bytes: Buffer, type: string | undefined): Promise<Buffer | Invalid> {
  const form = type === undefined || bytes.length === 0 ? null : await parseForm(bytes, type);
  if (form === null || form instanceof Invalid) return form ?? bytes;
  const [payload, ...others] = form.getAll('payload');
  if (others.length > 0) return new Invalid(message('webhook.payloadFields', { count: others.length + 1 }));
  if (payload !== undefined) return Buffer.from(payload);
  const fields = Object.entries(valuesByName(form)).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(fields)));
}

/** In bytes, before the first bracket of JSON. */
const maxBlanks = 1_024;

/** A part with a file is the event if it is named like one and contains JSON. */
const isPayload = (name: string, mimeType: string): boolean =>
  name === 'payload' && /^(?:application|text)\/(?:[\w.-]+\+)?json$/i.test(mimeType);

/** The fields of a form, or why it cannot be read; null for another body, which JSON is with any content type. */
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

/** Parses a request. Invalid UTF-8 in its body is replaced. */
export async function parseRequest({ url, rawHeaders }: WebhookRequest, bytes: Buffer): Promise<ParsedRequest> {
  const headers = parseHeaders(rawHeaders);
  const content = await readContent(bytes, headers.byName.get('content-type'));
  const raw = toStorable(bytes.toString('utf8'));
  const request = { ...headers, parameters: parseParameters(url), bytes, raw };
  if (content instanceof Invalid) return { ...request, text: raw, payload: content };
  const text = content === bytes ? raw : toStorable(content.toString('utf8'));
  return { ...request, text, payload: parsePayload(content) };
}
