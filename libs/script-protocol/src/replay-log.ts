import { effectKey, type Journal, type JournalEntry, type ScriptEffect } from './effect.ts';
import { questionKey, type ReplyOrReference, type ScriptQuestion, type ScriptReply } from './question.ts';

/** The state of a run: the data for a repetition, and the computing time. */
export interface ReplayState {
  readonly journal: Journal;
  /** by the text of the question */
  readonly reads: Readonly<Record<string, ReplyOrReference>>;
  readonly computedMs: number;
}

/** The result of an effect, and its end, in milliseconds since 1970. */
export interface EffectResult {
  readonly reply: ScriptReply;
  readonly at: number;
}

/** The minimum length in characters for a reference. Shorter texts are repeated instead. */
const minRepeatLength = 100;

/** Finds the first equal value, to refer to it. */
function createDeduplicator<Name>() {
  const names = new Map<string, Name>();
  return {
    nameOf: (value: unknown): Name | undefined => names.get(JSON.stringify(value)),
    keep(value: unknown, name: Name): Name | undefined {
      const text = JSON.stringify(value);
      if (text.length < minRepeatLength) return undefined;
      const existing = names.get(text);
      if (existing === undefined) names.set(text, name);
      return existing;
    },
  };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const bodyIn = (reply: ScriptReply): unknown =>
  'value' in reply && isObject(reply.value) && 'body' in reply.value ? reply.value.body : undefined;

/** Returns the reply with a reference to an equal body instead of its own. */
const withoutBody = (reply: ScriptReply, as: number): ScriptReply =>
  'value' in reply && isObject(reply.value) ? { value: { ...reply.value, body: { as } } } : reply;

/** The replay log of a run. Values that were read from it change with it. */
export class ReplayLog implements ReplayState {
  readonly journal: Journal;
  readonly reads: Record<string, ReplyOrReference> = {};
  readonly #sameBody = createDeduplicator<number>();
  readonly #sameReply = createDeduplicator<string>();
  #computedMs: number;
  #sleeps = 0;
  #questions = 0;
  #asked = 0;
  #size = 0;

  /** Restores a stored state. */
  constructor({ journal, reads, computedMs }: ReplayState) {
    this.journal = { ...journal, entries: [] };
    this.#computedMs = computedMs;
    for (const entry of journal.entries) this.#add(entry);
    for (const [key, reply] of Object.entries(reads)) this.#keep(key, reply);
  }

  get computedMs(): number {
    return this.#computedMs;
  }

  /** The number of pauses so far. */
  get sleeps(): number {
    return this.#sleeps;
  }

  /** The questions since the last pause. */
  get questions(): number {
    return this.#questions;
  }

  /** The number of all questions. */
  get totalQuestions(): number {
    return this.#asked;
  }

  /** The size of all replies in requests, in bytes. */
  get size(): number {
    return this.#size;
  }

  recordEffect(effect: ScriptEffect, { reply, at }: EffectResult): void {
    this.#add({ said: effectKey(effect), at, reply });
    if (effect.does === 'sleep') this.#questions = 0;
  }

  recordReply(question: ScriptQuestion, reply: ScriptReply): void {
    this.#keep(questionKey(question, this.#sleeps), reply);
  }

  /** Returns a reply in the form of the next entry, so that the journal stores no more than the counted bytes. */
  shorten(reply: ScriptReply): ScriptReply {
    const as = this.#sameBody.nameOf(bodyIn(reply) ?? '');
    return as === undefined ? reply : withoutBody(reply, as);
  }

  addComputedMs(ms: number): void {
    this.#computedMs += ms;
  }

  #add(entry: JournalEntry): void {
    const { entries } = this.journal;
    const as = this.#sameBody.keep(bodyIn(entry.reply) ?? '', entries.length);
    const stored = as === undefined ? entry : { ...entry, reply: withoutBody(entry.reply, as) };
    entries.push(stored);
    this.#size += sizeOf(stored);
    if (stored.said === 'sleep') this.#sleeps += 1;
  }

  #keep(key: string, reply: ReplyOrReference): void {
    const as = this.#sameReply.keep(reply, key);
    const shortReply = as === undefined ? reply : { as };
    this.reads[key] = shortReply;
    this.#size += key.length + sizeOf(shortReply);
    this.#asked += 1;
    if (key.startsWith(this.#sleeps === 0 ? '{' : `${this.#sleeps}{`)) this.#questions += 1;
  }
}
