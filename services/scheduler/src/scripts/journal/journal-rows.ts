import type { MadeRequest } from '@slipway/domain';
import { parseJson } from '@slipway/domain';
import type { Secret } from '@slipway/egress';
import { type JournalPart, journalPurpose, type Seal } from '@slipway/persistence';
import { journalEntry, scriptReply, scriptRequest, sentReply } from '@slipway/scripts';
import type { ReleaseAnswer } from '@slipway/wire';
import { z } from 'zod';

const instant = z.number();
const text = z.string();

const made: z.ZodType<MadeRequest> = z.object({
  at: instant,
  method: text,
  host: text,
  status: z.number().nullable(),
  durationMs: z.number(),
});

const secret: z.ZodType<Secret> = z.object({ value: text, hosts: z.array(text).nullable() });

/** What a run was given, which its repetitions are given after a pause or a death as well; its modules are those of now. */
const given = z.object({
  request: scriptRequest.omit({ modules: true, journal: true }),
  /** The release as in the request, which changes of the script are compared with. */
  release: z.custom<ReleaseAnswer>((value) => typeof value === 'object' && value !== null),
  secrets: z.array(secret).readonly(),
  began: instant,
  seed: text,
});
export type Given = z.output<typeof given>;

/** An effect that begins, and what has happened since the row before. */
const begun = z.object({
  /** in the first row of a run */
  given: given.optional(),
  /** that has written it */
  attempt: z.number(),
  entries: z.array(journalEntry),
  reads: z.record(text, sentReply),
  computedMs: z.number(),
  /** Requests that no row contains yet. */
  made: z.array(made),
  said: text,
  /** of a request: when it was sent, how it is called, and whether the server does it once however often it is sent */
  request: z.object({ at: instant, method: text, host: text, isRepeatable: z.boolean() }).nullable(),
});
export type Begun = z.output<typeof begun>;

/** The result. */
const over = z.object({ at: instant, reply: scriptReply, made: made.nullable() });
export type Over = z.output<typeof over>;

/** What rows of one run hold, as text that only we can read, and that fits nowhere else. */
export function rowsOf(seal: Seal, runId: string) {
  const write = (nth: number, part: JournalPart, value: unknown): string =>
    seal.seal(journalPurpose(runId, nth, part), JSON.stringify(value));
  const read = (nth: number, part: JournalPart, sealed: string): unknown =>
    parseJson(seal.open(journalPurpose(runId, nth, part), sealed));
  return {
    sealBegun: (nth: number, value: Begun): string => write(nth, 'effect', value),
    sealOver: (nth: number, value: Over): string => write(nth, 'reply', value),
    openBegun: (nth: number, sealed: string): Begun => begun.parse(read(nth, 'effect', sealed)),
    openOver: (nth: number, sealed: string): Over => over.parse(read(nth, 'reply', sealed)),
  };
}
