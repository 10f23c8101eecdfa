import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Instant, MadeRequest } from '@slipway/domain';
import { crashPoint, Overloaded } from '@slipway/engine';
import { answerJournal, dropJournal, type JournalRow, readJournal, writeJournal } from '@slipway/persistence';
import { Course, type Performed, type ScriptEffect, saidOf } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';
import { type Begun, type Given, type Over, rowsOf } from './journal-rows.ts';
import type { ReadJournal, Sent } from './read-journal.ts';

/** Another attempt has written the next row, or the run is canceled: this attempt must stop. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

type Request = NonNullable<Begun['request']>;

/** The message for a request with an unknown result. */
export const notKnown = ({ method, host }: Pick<Request, 'method' | 'host'>): string =>
  `it is not known whether ${method} ${host} was done: it was sent, and its answer was lost. Look there before this is tried again`;

/** The effects of a run, so that none is repeated by a later attempt. */
export class RunJournal {
  readonly course: Course;
  /** what it is to be given, which is what it was given when it first wrote */
  readonly prepared: RunRequest;
  /** how often an attempt has ended with a pause */
  readonly pauses: number;
  /** until when the run pauses; the fact about that was not stored when its process died */
  readonly pausesUntil: Instant | null;
  readonly #database: ScriptContext['database'];
  readonly #run: ClaimedRun;
  readonly #given: Given;
  readonly #sealed: ReturnType<typeof rowsOf>;
  /** Requests in rows that no fact has reported. */
  readonly #untold: MadeRequest[];
  /** Requests that are not in rows. */
  #made: MadeRequest[] = [];
  #rows: number;
  #savedEntries: number;
  #savedReads: number;
  #sent: Sent | null;
  #unanswered: Request | null;

  constructor({ database, seal }: ScriptContext, run: ClaimedRun, fresh: RunRequest, known: ReadJournal) {
    const now = run.clock();
    this.#database = database;
    this.#run = run;
    this.#given = known.given ?? givenBy(fresh, now);
    this.#sealed = rowsOf(seal, run.script.id);
    this.#untold = [...known.untold];
    this.#rows = known.rows;
    this.#sent = known.sent;
    this.#unanswered = known.sent;
    const { began, seed } = this.#given;
    this.course = new Course({ ...known, journal: { began, seed, entries: known.entries } });
    this.#savedEntries = known.entries.length;
    this.#savedReads = Object.keys(known.reads).length;
    this.prepared = known.given === null ? fresh : preparedBy(fresh, known.given);
    this.pauses = known.pauses;
    this.pausesUntil = known.pausesUntil !== null && known.pausesUntil > now ? known.pausesUntil : null;
  }

  /** The request of an earlier attempt without a response. */
  get sent(): Sent | null {
    return this.#sent;
  }

  /** The request of this or an earlier attempt without a response. */
  get unanswered(): Request | null {
    return this.#unanswered;
  }

  /** Keeps that a request begins, which another attempt may have sent before. Throws Overtaken where it must not begin. */
  async begin(effect: ScriptEffect, request: Request): Promise<void> {
    if (this.#sent === null) await this.#write(effect, request, null);
    this.#sent = null;
    this.#unanswered = request;
  }

  /** Stores the result of the present request, with a repeated body as a reference. Throws Overtaken. */
  async end({ reply: whole, at }: Performed, made: MadeRequest): Promise<void> {
    const nth = this.#rows - 1;
    const reply = this.#sealed.sealOver(nth, { reply: this.course.shortened(whole), at, made });
    crashPoint('before-journal');
    if (!(await patiently(() => answerJournal(this.#database, this.#run.script.id, nth, reply))))
      throw new Overtaken('another attempt has continued');
    crashPoint('after-journal');
    // It becomes the next entry.
    this.#savedEntries += 1;
    this.#unanswered = null;
    this.#untold.push(made);
  }

  /** Keeps a pause. Throws Overtaken. */
  async pause(effect: ScriptEffect, until: Instant): Promise<void> {
    await this.#write(effect, null, { at: until, reply: { value: null }, made: null });
  }

  /** A request was made that needs no row of its own. */
  note(made: MadeRequest): void {
    this.#made.push(made);
  }

  /** The requests for the next fact; those in rows can be reported by a later attempt. */
  untold(which: 'all' | 'in no row'): readonly MadeRequest[] {
    return which === 'all' ? [...this.#untold, ...this.#made, ...this.#lost()] : this.#made;
  }

  /** Deletes all rows of a canceled run; false if a release waits for it, or the rows were deleted before. */
  drop = async (): Promise<boolean> => this.#rows === 0 || (await dropJournal(this.#database, this.#run.script.id));

  #lost(): readonly MadeRequest[] {
    if (this.#unanswered === null) return [];
    const { at, method, host } = this.#unanswered;
    return [{ at, method, host, status: null, durationMs: Math.max(0, this.#run.clock() - at) }];
  }

  async #write(effect: ScriptEffect, request: Request | null, over: Over | null): Promise<void> {
    const { course } = this;
    const { view, script, lease } = this.#run;
    const nth = this.#rows;
    const begun: Begun = {
      ...(nth === 0 && { given: this.#given }),
      attempt: script.attempt,
      entries: course.journal.entries.slice(this.#savedEntries),
      reads: Object.fromEntries(Object.entries(course.reads).slice(this.#savedReads)),
      computedMs: course.computedMs,
      made: this.#made,
      said: saidOf(effect),
      request,
    };
    const reply = over && this.#sealed.sealOver(nth, over);
    const row = { nth, effect: this.#sealed.sealBegun(nth, begun), reply };
    const writer = { releaseId: view.release.id, runId: script.id, leaseUntil: lease.until };
    crashPoint('before-journal');
    const isWritten = await patiently(() => writeJournal(this.#database, writer, row));
    if (!(isWritten || (await this.#hasWritten(row)))) throw new Overtaken('another attempt has continued');
    crashPoint('after-journal');
    this.#rows += 1;
    this.#savedEntries = course.journal.entries.length;
    this.#savedReads = Object.keys(course.reads).length;
    this.#untold.push(...this.#made);
    this.#made = [];
  }

  /** Whether a row that is there is this one: its commit may have been done, and its word lost. No two are sealed alike. */
  async #hasWritten({ nth, effect }: Pick<JournalRow, 'nth' | 'effect'>): Promise<boolean> {
    const rows = await readJournal(this.#database, this.#run.script.id);
    return rows.some((row) => row.nth === nth && row.effect === effect);
  }
}

const mostTries = 20;
const pauseMs = 1_000;

/** Waits for an unavailable database, because only this process has the response of the server. */
async function patiently<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Overloaded) || tries === mostTries) throw error;
      await setTimeout(pauseMs);
    }
  }
}

const givenBy = ({ request: { modules, ...request }, given, secrets }: RunRequest, now: Instant): Given => ({
  request,
  release: given,
  secrets,
  began: now,
  seed: randomBytes(16).toString('hex'),
});

/**
 * What is not data is that of now: the type, and the modules that its plugin has by now. A secret that the run was given
 * stays bound to its hosts, although its configuration has another by now, or is gone.
 */
function preparedBy(fresh: RunRequest, { request, release, secrets }: Given): RunRequest {
  const bound = new Set(fresh.secrets.map(({ value }) => value));
  return {
    ...fresh,
    request: { ...request, modules: fresh.request.modules },
    given: release,
    secrets: [...fresh.secrets, ...secrets.filter(({ value }) => !bound.has(value))],
  };
}
