import { z } from 'zod';
import { secretForms } from './masking.ts';
import { scriptReply } from './question.ts';

const text = z.string();
/** The number of earlier effects of the run. A repeated run restarts the script, which requests each of them again. */
const effectIndex = z.number().int().min(0).max(100_000);

/** A body of a request or response: UTF-8 as text, other bytes as base64. */
export const httpBody = z.union([z.object({ text }), z.object({ base64: text })]);
export type HttpBody = z.output<typeof httpBody>;
const headers = z.array(z.tuple([text.max(1_000), text.max(100_000)])).max(200);

/** An HTTP request of a script. */
const httpRequest = z.object({
  does: z.literal('http'),
  place: effectIndex,
  method: text.regex(/^[A-Z]{1,20}$/),
  /** absolute, with the query */
  url: text.max(20_000),
  /** as written in the script, in order */
  headers,
  body: httpBody.nullable(),
  /**
   * the time limit from the start of the request to the end of the response, in milliseconds; null: the limit of the
   * operator
   */
  timeoutMs: z.number().int().positive().nullable(),
  followRedirects: z.boolean(),
  /** false: accepts unverified certificates, if the operator allows it */
  verify: z.boolean(),
  /** the id of the configuration for the request: its proxy and authentication apply, and its secrets are masked */
  connection: text.max(2_000).nullable(),
  /** The credentials of the script, if set, all null for none; null: those of the connection. */
  credentials: z.object({ username: text.nullable(), password: text.nullable(), domain: text.nullable() }).nullable(),
});
export type HttpRequest = z.output<typeof httpRequest>;

/** A response without its body. */
const httpResponseHead = z.object({
  status: z.number().int(),
  /** the reason phrase; may be empty */
  reason: text,
  /** the URL of the response */
  url: text,
  headers,
});
export type HttpRedirect = z.output<typeof httpResponseHead>;

/** The response of a server, after redirects. */
const httpResponse = httpResponseHead.extend({
  /** the followed redirects, in order; absent: none */
  history: z.array(httpResponseHead).optional(),
  body: httpBody,
});
export type HttpResponse = z.output<typeof httpResponse>;

/** Why there is no response. Scripts receive exceptions with these names. */
export const httpRefusals = ['HttpRefused', 'HttpFailed', 'HttpTimeout'] as const;
export type HttpRefusal = (typeof httpRefusals)[number];

/** An effect that a script requests during its run. It ends the run, which is repeated with the result. */
export const scriptEffect = z.discriminatedUnion('does', [
  httpRequest,
  z.object({ does: z.literal('sleep'), place: effectIndex, ms: z.number().int().min(0) }),
]);
export type ScriptEffect = z.output<typeof scriptEffect>;

/**
 * A completed effect. `said` describes the request of the script, to detect a repetition that differs: `GET
 * https://host/path` without query, or `sleep`. `at` is its end, in milliseconds since 1970, which becomes the clock of
 * the script. The reply of a sleep is `{ value: null }`, that of a request an `HttpResponse` or a refusal. A repeated
 * body is stored as `{ as: place }`, where `place` is the index of the entry with this body.
 */
export const journalEntry = z.object({ said: text, at: z.number().int(), reply: scriptReply });
export type JournalEntry = z.output<typeof journalEntry>;

/**
 * The data with which a repetition takes the same path as the run before. The clock of a script is constant between two
 * effects, and random numbers come from the seed.
 */
export const journal = z.object({
  /** the start of the run, in milliseconds since 1970 */
  began: z.number().int(),
  seed: text.regex(/^[0-9a-f]{32}$/),
  entries: z.array(journalEntry),
});
export type Journal = z.output<typeof journal>;

/** The request of `task.schedule`: the next script, by its path in the jar, and the seconds until it runs. */
export const scheduledScript = z.object({ script: text.min(1).max(1_000), seconds: z.number().min(0).max(31_536_000) });

const textBefore = (text: string, sign: string): string => text.split(sign, 1).join();

/**
 * Returns `https://host/path` of `https://user:word@host/path?query#part`. The sandbox applies the same rule to the
 * text.
 */
function withoutQuery(url: string): string {
  const address = textBefore(textBefore(url, '#'), '?');
  const from = address.indexOf('://') + 3;
  if (from < 3) return address;
  const host = textBefore(address.slice(from), '/');
  return address.slice(0, from) + address.slice(from + host.lastIndexOf('@') + 1);
}

/** Returns the description of an effect, which is compared with that of a repetition. */
export function effectKey(effect: ScriptEffect): string {
  switch (effect.does) {
    case 'sleep':
      return 'sleep';
    case 'http':
      return `${effect.method} ${withoutQuery(effect.url)}`;
  }
}

/** Shorter secrets occur in many names by chance. */
const minSecretLength = 4;

/** Returns a host for logs, masked if it contains a secret in any form. */
export function maskedHost(host: string, secrets: readonly string[]): string {
  const lower = host.toLowerCase();
  const isIn = (secret: string) =>
    secret.length >= minSecretLength && secretForms(secret).some((form) => lower.includes(form.toLowerCase()));
  return secrets.some(isIn) ? '********' : host;
}

/** Returns the method and host of a description, because the path may contain a secret. */
export function maskedEffectKey(key: string, secrets: readonly string[]): string {
  const [, method = '', scheme = '', host = ''] = /^(\S*)(?: ([^/]*\/\/)?([^/]*))?/.exec(key) ?? [];
  return host === '' ? method : `${method} ${scheme}${maskedHost(host, secrets)}`;
}
