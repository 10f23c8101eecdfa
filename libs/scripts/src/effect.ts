import { z } from 'zod';
import { scriptReply } from './question.ts';

const text = z.string();
/** How many effects the run had before this one: a run is repeated from its start, and comes to each of them again. */
const place = z.number().int().min(0).max(100_000);

/** What is sent or received besides headers: bytes that are UTF-8 as their text, others as base64. */
export const httpBody = z.union([z.object({ text }), z.object({ base64: text })]);
export type HttpBody = z.output<typeof httpBody>;
const headers = z.array(z.tuple([text.max(1_000), text.max(100_000)])).max(200);

/** One HTTP request that a script wants to have made. */
export const httpOrder = z.object({
  does: z.literal('http'),
  place,
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
  /** who asks, where the script says so itself, nobody where all is null; null: as whom the connection says */
  credentials: z.object({ username: text.nullable(), password: text.nullable(), domain: text.nullable() }).nullable(),
});
export type HttpOrder = z.output<typeof httpOrder>;

/** What a server has answered. */
export const httpAnswer = z.object({
  status: z.number().int(),
  /** the words behind the status; may be empty */
  reason: text,
  /** where it came from, after redirects */
  url: text,
  headers,
  body: httpBody,
});
export type HttpAnswer = z.output<typeof httpAnswer>;

/** Why no server has answered; the names are those that exceptions have in scripts. */
export const httpRefusals = ['HttpRefused', 'HttpFailed', 'HttpTimeout'] as const;
export type HttpRefusal = (typeof httpRefusals)[number];

/** What a script wants to be done on its way, which ends the run: it is repeated with what came of it. */
export const scriptEffect = z.discriminatedUnion('does', [
  httpOrder,
  z.object({ does: z.literal('sleep'), place, ms: z.number().int().min(0) }),
]);
export type ScriptEffect = z.output<typeof scriptEffect>;

/**
 * An effect that is over. `said` is what the script asked for, by which a repetition that takes another way is seen:
 * `GET https://host/path` without query, or `sleep`. `at` is when it was over, in milliseconds since 1970: the script's
 * clock from then on. The reply of a sleep is `{ value: null }`, that of a request an `HttpAnswer` or a refusal. Of equal
 * bodies the first stands there, and the others are `{ as: place }`, which names the entry of that one.
 */
export const journalEntry = z.object({ said: text, at: z.number().int(), reply: scriptReply });
export type JournalEntry = z.output<typeof journalEntry>;

/**
 * All that makes a repetition go the way of the run before it. The clock of a script stands still between two effects,
 * and chance comes of the seed.
 */
export const journal = z.object({
  /** when the run began, in milliseconds since 1970 */
  began: z.number().int(),
  seed: text.regex(/^[0-9a-f]{32}$/),
  entries: z.array(journalEntry),
});
export type Journal = z.output<typeof journal>;

/** What `task.schedule` has asked for: the script, by its path in the jar, that goes on after so many seconds. */
export const scheduled = z.object({ script: text.min(1).max(1_000), seconds: z.number().min(0).max(31_536_000) });
