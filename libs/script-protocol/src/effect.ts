import { z } from 'zod';
import { secretForms } from './masking.ts';
import { scriptReply } from './question.ts';

const text = z.string();
/** The number of earlier effects of the run: a repeated run starts again, and repeats each of them. */
const effectIndex = z.number().int().min(0).max(100_000);

/** A body of a request or response: UTF-8 as text, other bytes as base64. */
export const httpBody = z.union([z.object({ text }), z.object({ base64: text })]);
export type HttpBody = z.output<typeof httpBody>;
const headers = z.array(z.tuple([text.max(1_000), text.max(100_000)])).max(200);

/** One HTTP request that a script wants to have made. */
const httpRequest = z.object({
  does: z.literal('http'),
  place: effectIndex,
  method: text.regex(/^[A-Z]{1,20}$/),
  /** absolute, with its query */
  url: text.max(20_000),
  /** as the script wrote them, in its order */
  headers,
  body: httpBody.nullable(),
  /** milliseconds from the start of the request to the end of the answer; null: as long as the operator allows */
  timeoutMs: z.number().int().positive().nullable(),
  followRedirects: z.boolean(),
  /** false: a certificate that cannot be verified is taken, where the operator allows that */
  verify: z.boolean(),
  /** the configuration that it is made by: its proxy and its way to authenticate apply, and masks stand for its secrets */
  connection: text.max(2_000).nullable(),
  /** The credentials of the script, if set, all null for none; null: those of the connection. */
  credentials: z.object({ username: text.nullable(), password: text.nullable(), domain: text.nullable() }).nullable(),
});
export type HttpRequest = z.output<typeof httpRequest>;

/** A response without its body. */
const httpResponseHead = z.object({
  status: z.number().int(),
  /** the words behind the status; may be empty */
  reason: text,
  /** where it came from */
  url: text,
  headers,
});
export type HttpRedirect = z.output<typeof httpResponseHead>;

/** The response of a server, after redirects. */
const httpResponse = httpResponseHead.extend({
  /** the redirects that were followed, in their order; absent: none */
  history: z.array(httpResponseHead).optional(),
  body: httpBody,
});
export type HttpResponse = z.output<typeof httpResponse>;

/** Why no server has answered; the names are those that exceptions have in scripts. */
export const httpRefusals = ['HttpRefused', 'HttpFailed', 'HttpTimeout'] as const;
export type HttpRefusal = (typeof httpRefusals)[number];

/** An effect that a script requests during its run. It ends the run, which is repeated with the result. */
export const scriptEffect = z.discriminatedUnion('does', [
  httpRequest,
  z.object({ does: z.literal('sleep'), place: effectIndex, ms: z.number().int().min(0) }),
]);
export type ScriptEffect = z.output<typeof scriptEffect>;

/**
 * A completed effect. `said` describes the request of the script, so that a repetition that differs is detected: `GET
 * https://host/path` without query, or `sleep`. `at` is its end, in milliseconds since 1970: the clock of the script
 * from then on. The reply of a sleep is `{ value: null }`, that of a request an `HttpResponse` or a refusal. Of equal
 * bodies the first one is stored, and the others are `{ as: place }`, the index of that entry.
 */
export const journalEntry = z.object({ said: text, at: z.number().int(), reply: scriptReply });
export type JournalEntry = z.output<typeof journalEntry>;

/**
 * The data that makes a repetition take the path of the run before it. The clock of a script is constant between two
 * effects, and random numbers come from the seed.
 */
export const journal = z.object({
  /** when the run began, in milliseconds since 1970 */
  began: z.number().int(),
  seed: text.regex(/^[0-9a-f]{32}$/),
  entries: z.array(journalEntry),
});
export type Journal = z.output<typeof journal>;

/** The request of `task.schedule`: the next script, by its path in the jar, and the seconds until it runs. */
export const scheduledScript = z.object({ script: text.min(1).max(1_000), seconds: z.number().min(0).max(31_536_000) });

const textBefore = (text: string, sign: string): string => text.split(sign, 1).join();

/** `https://host/path` of `https://user:word@host/path?query#part`; the guest has the same rule, by the text alone. */
function withoutQuery(url: string): string {
  const address = textBefore(textBefore(url, '#'), '?');
  const from = address.indexOf('://') + 3;
  if (from < 3) return address;
  const host = textBefore(address.slice(from), '/');
  return address.slice(0, from) + address.slice(from + host.lastIndexOf('@') + 1);
}

/** The description of an effect, which a repetition is compared with. */
export function effectKey(effect: ScriptEffect): string {
  switch (effect.does) {
    case 'sleep':
      return 'sleep';
    case 'http':
      return `${effect.method} ${withoutQuery(effect.url)}`;
  }
}

/** Shorter ones stand in every other name. */
const minSecretLength = 4;

/** A host as people may read it: a script may have made it of a password, in whatever form. */
export function maskedHost(host: string, secrets: readonly string[]): string {
  const lower = host.toLowerCase();
  const isIn = (secret: string) =>
    secret.length >= minSecretLength && secretForms(secret).some((form) => lower.includes(form.toLowerCase()));
  return secrets.some(isIn) ? '********' : host;
}

/** Method and host of a description: the path may contain a secret. */
export function maskedEffectKey(key: string, secrets: readonly string[]): string {
  const [, method = '', scheme = '', host = ''] = /^(\S*)(?: ([^/]*\/\/)?([^/]*))?/.exec(key) ?? [];
  return host === '' ? method : `${method} ${scheme}${maskedHost(host, secrets)}`;
}
