import { setTimeout } from 'node:timers/promises';
import { type Answering, type HttpOrder, type Performed, type ScriptEffect, saidOf } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { notKnown, type RunJournal } from '../journal/run-journal.ts';
import type { Place } from '../places.ts';
import type { Wanted } from '../watch.ts';
import { hostOf, isRepeatable, makeRequest, onlyAsks, patientWith } from './make-request.ts';

/** What an effect is done with. */
export interface Performing {
  readonly context: ScriptContext;
  readonly run: ClaimedRun;
  readonly journal: RunJournal;
  readonly wanted: Wanted;
  readonly place: Place;
}

/** A longer pause is waited for by nobody: it stands in the database. */
const longestWaitMs = 2_000;

/** Does what a script wants done on its way, once. Throws Overtaken, Crowded, and the reason of the signals. */
export function performing(all: Performing): Answering['perform'] {
  let whole: number | undefined;
  return async (effect, course) => {
    const { sent, prepared } = all.journal;
    if (sent !== null && sent.said !== saidOf(effect)) return { failed: notKnown(sent) };
    whole ??= Buffer.byteLength(JSON.stringify(prepared.request));
    const size = whole + course.size;
    switch (effect.does) {
      case 'sleep':
        return await pause(all, effect, size);
      case 'http':
        return await send(all, effect, size);
    }
  };
}

type Sleep = Extract<ScriptEffect, { readonly does: 'sleep' }>;

async function pause(
  { run, journal, wanted, place }: Performing,
  effect: Sleep,
  size: number,
): Promise<Performed | { until: number }> {
  const until = run.clock() + effect.ms;
  if (effect.ms < longestWaitMs) {
    await place.leave(size, () => setTimeout(effect.ms, undefined, { signal: wanted.signal }));
    return { reply: { value: null }, at: Math.max(until, run.clock()) };
  }
  await journal.pause(effect, until);
  return { until };
}

async function send(all: Performing, order: HttpOrder, size: number): Promise<Performed> {
  const { context, run, journal, wanted, place } = all;
  if (onlyAsks(order)) {
    const { reply, made } = await place.leave(size, () =>
      makeRequest(context, run, journal.prepared, order, wanted.signal),
    );
    journal.note(made);
    return { reply, at: run.clock() };
  }
  return await place.leave(size, () => change(all, order));
}

/** A request that changes something stands in the journal before it is sent, and is never sent by a second attempt. */
async function change({ context, run, journal, wanted }: Performing, order: HttpOrder): Promise<Performed> {
  const { method, url } = order;
  await journal.begin(order, {
    at: run.clock(),
    method,
    host: hostOf(url, journal.prepared.secrets),
    isRepeatable: isRepeatable(order),
  });
  const patient = patientWith(wanted.stopping, wanted.unwanted);
  try {
    const { reply, made } = await makeRequest(context, run, journal.prepared, order, patient.signal);
    const performed = { reply, at: run.clock() };
    await journal.end(performed, made);
    return performed;
  } finally {
    patient.end();
  }
}
