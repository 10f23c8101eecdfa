import type { Journal, JournalEntry, ScriptEffect } from './effect.ts';
import { keyOfQuestion, type ScriptQuestion, type ScriptReply, type SentReply } from './question.ts';
import { saidOf } from './said.ts';

/** The state of a run: the additions for a repetition, and the computing time. */
export interface CourseSoFar {
  readonly journal: Journal;
  /** by the texts of the questions */
  readonly reads: Readonly<Record<string, SentReply>>;
  readonly computedMs: number;
}

/** The result of an effect, and its end, in milliseconds since 1970. */
export interface Performed {
  readonly reply: ScriptReply;
  readonly at: number;
}

/** Characters: shorter ones are repeated sooner than named. */
const shortest = 100;

/** Finds an equal earlier value: the first one is kept. */
function repeated<Name>() {
  const names = new Map<string, Name>();
  return {
    nameOf: (value: unknown): Name | undefined => names.get(JSON.stringify(value)),
    keep(value: unknown, name: Name): Name | undefined {
      const text = JSON.stringify(value);
      if (text.length < shortest) return undefined;
      const known = names.get(text);
      if (known === undefined) names.set(text, name);
      return known;
    },
  };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const bodyIn = (reply: ScriptReply): unknown =>
  'value' in reply && isObject(reply.value) && 'body' in reply.value ? reply.value.body : undefined;

/** The reply with the place of an equal body instead of its own. */
const withoutBody = (reply: ScriptReply, as: number): ScriptReply =>
  'value' in reply && isObject(reply.value) ? { value: { ...reply.value, body: { as } } } : reply;

/** The replay log of a run. Values that were read from it before change with it. */
export class Course implements CourseSoFar {
  readonly journal: Journal;
  readonly reads: Record<string, SentReply> = {};
  readonly #sameBody = repeated<number>();
  readonly #sameReply = repeated<string>();
  #computedMs: number;
  #sleeps = 0;
  #questions = 0;
  #asked = 0;
  #size = 0;

  /** Continues from a saved state. */
  constructor({ journal, reads, computedMs }: CourseSoFar) {
    this.journal = { ...journal, entries: [] };
    this.#computedMs = computedMs;
    for (const entry of journal.entries) this.#add(entry);
    for (const [key, reply] of Object.entries(reads)) this.#keep(key, reply);
  }

  get computedMs(): number {
    return this.#computedMs;
  }

  /** Pauses so far. */
  get sleeps(): number {
    return this.#sleeps;
  }

  /** The questions since the last pause. */
  get questions(): number {
    return this.#questions;
  }

  /** The number of all questions. */
  get asked(): number {
    return this.#asked;
  }

  /** Bytes of all replies, as they are sent. */
  get size(): number {
    return this.#size;
  }

  perform(effect: ScriptEffect, { reply, at }: Performed): void {
    this.#add({ said: saidOf(effect), at, reply });
    if (effect.does === 'sleep') this.#questions = 0;
  }

  reply(question: ScriptQuestion, reply: ScriptReply): void {
    this.#keep(keyOfQuestion(question, this.#sleeps), reply);
  }

  /** A reply as the next entry would keep it: a journal that keeps more than is counted has no bound. */
  shortened(reply: ScriptReply): ScriptReply {
    const as = this.#sameBody.nameOf(bodyIn(reply) ?? '');
    return as === undefined ? reply : withoutBody(reply, as);
  }

  compute(ms: number): void {
    this.#computedMs += ms;
  }

  #add(entry: JournalEntry): void {
    const { entries } = this.journal;
    const as = this.#sameBody.keep(bodyIn(entry.reply) ?? '', entries.length);
    const kept = as === undefined ? entry : { ...entry, reply: withoutBody(entry.reply, as) };
    entries.push(kept);
    this.#size += bytesOf(kept);
    if (kept.said === 'sleep') this.#sleeps += 1;
  }

  #keep(key: string, reply: SentReply): void {
    const as = this.#sameReply.keep(reply, key);
    const sent = as === undefined ? reply : { as };
    this.reads[key] = sent;
    this.#size += key.length + bytesOf(sent);
    this.#asked += 1;
    if (key.startsWith(this.#sleeps === 0 ? '{' : `${this.#sleeps}{`)) this.#questions += 1;
  }
}
