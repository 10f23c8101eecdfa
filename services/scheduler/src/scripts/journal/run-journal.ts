import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ScriptHttpRequest } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import { crashPoint, Overloaded } from '@slipway/engine';
import {
  deleteJournal,
  type JournalRow,
  readJournal,
  storeJournalReply,
  writeJournal,
} from '@slipway/persistence/scripts';
import { type EffectResult, effectKey, ReplayLog, type ScriptEffect } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';
import { type EffectEnd, type EffectStart, type InitialRequest, journalCodec } from './journal-rows.ts';
import type { PendingRequest, StoredJournal } from './read-journal.ts';

/** This attempt must stop, because another attempt has written the next row, or the run is canceled. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

type Request = NonNullable<EffectStart['request']>;

/** The message for a request with an unknown result. */
export const unknownResultMessage = ({ method, host }: Pick<Request, 'method' | 'host'>): string =>
  `the result of ${method} ${host} is unknown: the request was sent, and its response was lost. Check the server before you retry`;

/** The stored effects of a run, so that a later attempt repeats none. */
export class RunJournal {
  readonly replayLog: ReplayLog;
  /** The input of the script. After the first row of the run, it is the input in that row. */
  readonly prepared: RunRequest;
  /** The number of attempts that have ended with a pause. */
  readonly pauses: number;
  /** The end of the current pause, if its process crashed before it stored the fact about the pause; otherwise null. */
  readonly pausesUntil: Instant | null;
  readonly #database: ScriptContext['database'];
  readonly #run: ClaimedRun;
  readonly #initialRequest: InitialRequest;
  readonly #codec: ReturnType<typeof journalCodec>;
  /** Requests in rows, which no fact has reported yet. */
  readonly #unreported: ScriptHttpRequest[];
  /** Requests that are not in a row yet. */
  #unsavedRequests: ScriptHttpRequest[] = [];
  #rows: number;
  #savedEntries: number;
  #savedReads: number;
  #pendingRequest: PendingRequest | null;
  #unanswered: Request | null;

  constructor({ database, seal }: ScriptContext, run: ClaimedRun, freshRequest: RunRequest, stored: StoredJournal) {
    const now = run.clock();
    this.#database = database;
    this.#run = run;
    this.#initialRequest = stored.given ?? initialRequestOf(freshRequest, now);
    this.#codec = journalCodec(seal, run.script.id);
    this.#unreported = [...stored.unreported];
    this.#rows = stored.rows;
    this.#pendingRequest = stored.pendingRequest;
    this.#unanswered = stored.pendingRequest;
    const { began: startedAt, seed } = this.#initialRequest;
    this.replayLog = new ReplayLog({ ...stored, journal: { began: startedAt, seed, entries: stored.entries } });
    this.#savedEntries = stored.entries.length;
    this.#savedReads = Object.keys(stored.reads).length;
    this.prepared = stored.given === null ? freshRequest : restoredRequest(freshRequest, stored.given);
    this.pauses = stored.pauses;
    this.pausesUntil = stored.pausesUntil !== null && stored.pausesUntil > now ? stored.pausesUntil : null;
  }

  /** The request of an earlier attempt without a response. */
  get pendingRequest(): PendingRequest | null {
    return this.#pendingRequest;
  }

  /** The request of this or an earlier attempt without a response. */
  get unanswered(): Request | null {
    return this.#unanswered;
  }

  /** Stores the start of a request, unless an earlier attempt has stored it. Throws Superseded. */
  async begin(effect: ScriptEffect, request: Request): Promise<void> {
    if (this.#pendingRequest === null) await this.#write(effect, request, null);
    this.#pendingRequest = null;
    this.#unanswered = request;
  }

  /** Stores the result of the current request. A repeated body is stored as a reference. Throws Superseded. */
  async end({ reply: fullReply, at }: EffectResult, madeRequest: ScriptHttpRequest): Promise<void> {
    const nth = this.#rows - 1;
    const reply = this.#codec.sealEnd(nth, { reply: this.replayLog.shorten(fullReply), at, made: madeRequest });
    crashPoint('before-journal');
    if (!(await retryWhileUnavailable(() => storeJournalReply(this.#database, this.#run.script.id, nth, reply))))
      throw new Superseded('another attempt has continued');
    crashPoint('after-journal');
    // The result becomes the next entry of the replay log.
    this.#savedEntries += 1;
    this.#unanswered = null;
    this.#unreported.push(madeRequest);
  }

  /** Stores a pause. Throws Superseded. */
  async pause(effect: ScriptEffect, until: Instant): Promise<void> {
    await this.#write(effect, null, { at: until, reply: { value: null }, made: null });
  }

  /** Adds a completed request that needs no separate row. */
  record(madeRequest: ScriptHttpRequest): void {
    this.#unsavedRequests.push(madeRequest);
  }

  /** The requests for the next fact. A later attempt can report requests in rows, so `in no row` omits them. */
  unreported(which: 'all' | 'in no row'): readonly ScriptHttpRequest[] {
    return which === 'all'
      ? [...this.#unreported, ...this.#unsavedRequests, ...this.#unansweredRequests()]
      : this.#unsavedRequests;
  }

  /**
   * Deletes all rows of a canceled run. Returns false if a release waits for the run, or the rows are already deleted.
   */
  drop = async (): Promise<boolean> => this.#rows === 0 || (await deleteJournal(this.#database, this.#run.script.id));

  #unansweredRequests(): readonly ScriptHttpRequest[] {
    if (this.#unanswered === null) return [];
    const { at, method, host } = this.#unanswered;
    return [{ at, method, host, status: null, durationMs: Math.max(0, this.#run.clock() - at) }];
  }

  async #write(effect: ScriptEffect, request: Request | null, end: EffectEnd | null): Promise<void> {
    const { replayLog } = this;
    const { view, script, lease } = this.#run;
    const nth = this.#rows;
    const start: EffectStart = {
      ...(nth === 0 && { given: this.#initialRequest }),
      attempt: script.attempt,
      entries: replayLog.journal.entries.slice(this.#savedEntries),
      reads: Object.fromEntries(Object.entries(replayLog.reads).slice(this.#savedReads)),
      computedMs: replayLog.computedMs,
      made: this.#unsavedRequests,
      said: effectKey(effect),
      request,
    };
    const reply = end && this.#codec.sealEnd(nth, end);
    const row = { nth, effect: this.#codec.sealStart(nth, start), reply };
    const writer = { releaseId: view.release.id, runId: script.id, leaseUntil: lease.until };
    crashPoint('before-journal');
    const isWritten = await retryWhileUnavailable(() => writeJournal(this.#database, writer, row));
    if (!(isWritten || (await this.#hasWritten(row)))) throw new Superseded('another attempt has continued');
    crashPoint('after-journal');
    this.#rows += 1;
    this.#savedEntries = replayLog.journal.entries.length;
    this.#savedReads = Object.keys(replayLog.reads).length;
    this.#unreported.push(...this.#unsavedRequests);
    this.#unsavedRequests = [];
  }

  /**
   * Whether this attempt has written the row: the commit can succeed although its response is lost. The encrypted text
   * identifies the writer, because encryption is never the same twice.
   */
  async #hasWritten({ nth, effect }: Pick<JournalRow, 'nth' | 'effect'>): Promise<boolean> {
    const rows = await readJournal(this.#database, this.#run.script.id);
    return rows.some((row) => row.nth === nth && row.effect === effect);
  }
}

const maxAttempts = 20;
const pauseMs = 1_000;

/** Retries while the database is unavailable, because only this process has the response of the server. */
async function retryWhileUnavailable<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Overloaded) || attempt === maxAttempts) throw error;
      await setTimeout(pauseMs);
    }
  }
}

const initialRequestOf = (
  { request: { modules, ...request }, releaseAnswer, secrets }: RunRequest,
  now: Instant,
): InitialRequest => ({
  request,
  release: releaseAnswer,
  secrets,
  began: now,
  seed: randomBytes(16).toString('hex'),
});

/**
 * Returns the stored input of a run, with the current type and the current modules of its plugin. A secret in the
 * stored input stays bound to its hosts, even if its configuration has another secret now, or was deleted.
 */
function restoredRequest(freshRequest: RunRequest, { request, release, secrets }: InitialRequest): RunRequest {
  const bound = new Set(freshRequest.secrets.map(({ value }) => value));
  return {
    ...freshRequest,
    request: { ...request, modules: freshRequest.request.modules },
    releaseAnswer: release,
    secrets: [...freshRequest.secrets, ...secrets.filter(({ value }) => !bound.has(value))],
  };
}
