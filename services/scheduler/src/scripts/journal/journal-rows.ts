import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ScriptHttpRequest } from '@slipway/domain/decision';
import { parseJson } from '@slipway/domain/model';
import type { Secret } from '@slipway/outbound-http';
import { type JournalPart, journalPurpose, type Seal } from '@slipway/persistence/secrets';
import { journalEntry, replyOrReference, scriptReply, scriptRequest } from '@slipway/script-protocol';
import { z } from 'zod';

const instant = z.number();
const text = z.string();

const madeRequest: z.ZodType<ScriptHttpRequest> = z.object({
  at: instant,
  method: text,
  host: text,
  status: z.number().nullable(),
  durationMs: z.number(),
});

const secret: z.ZodType<Secret> = z.object({ value: text, hosts: z.array(text).nullable() });

/** The input of a run. Repetitions after a pause or a crash get the same input, but the current modules. */
const initialRequest = z.object({
  request: scriptRequest.omit({ modules: true, journal: true }),
  /** The release in the request. Changes by the script are found by comparison with it. */
  release: z.custom<ReleaseResponse>((value) => typeof value === 'object' && value !== null),
  secrets: z.array(secret).readonly(),
  began: instant,
  seed: text,
});
export type InitialRequest = z.output<typeof initialRequest>;

/** An effect that starts, and the events since the previous row. */
const effectStart = z.object({
  /** in the first row of a run */
  given: initialRequest.optional(),
  /** the attempt that has written the row */
  attempt: z.number(),
  entries: z.array(journalEntry),
  reads: z.record(text, replyOrReference),
  computedMs: z.number(),
  /** Requests that no row contains yet. */
  made: z.array(madeRequest),
  said: text,
  /** for a request: its start, its log data, and whether the server processes repeated requests once */
  request: z.object({ at: instant, method: text, host: text, isRepeatable: z.boolean() }).nullable(),
});
export type EffectStart = z.output<typeof effectStart>;

/** The result of an effect. */
const effectEnd = z.object({ at: instant, reply: scriptReply, made: madeRequest.nullable() });
export type EffectEnd = z.output<typeof effectEnd>;

/** The encrypted content of the rows of one run, bound to this run. */
export function journalCodec(seal: Seal, runId: string) {
  const write = (nth: number, part: JournalPart, value: unknown): string =>
    seal.seal(journalPurpose(runId, nth, part), JSON.stringify(value));
  const read = (nth: number, part: JournalPart, sealed: string): unknown =>
    parseJson(seal.open(journalPurpose(runId, nth, part), sealed));
  return {
    sealStart: (nth: number, value: EffectStart): string => write(nth, 'effect', value),
    sealEnd: (nth: number, value: EffectEnd): string => write(nth, 'reply', value),
    openStart: (nth: number, sealed: string): EffectStart => effectStart.parse(read(nth, 'effect', sealed)),
    openEnd: (nth: number, sealed: string): EffectEnd => effectEnd.parse(read(nth, 'reply', sealed)),
  };
}
