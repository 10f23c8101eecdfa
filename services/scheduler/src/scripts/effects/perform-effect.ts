import { setTimeout } from 'node:timers/promises';
import { type Answering, type HttpOrder, type Performed, type ScriptEffect, saidOf } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { notKnown, type RunJournal } from '../journal/run-journal.ts';
import type { Place } from '../places.ts';
import type { Wanted } from '../watch.ts';
import { hostOf, isRepeatable, makeRequest, onlyAsks, patientWith, sizeOf } from './make-request.ts';

/** What an effect is done with. */
export interface Performing {
  readonly context: ScriptContext;
  readonly run: ClaimedRun;
  readonly journal: RunJournal;
  readonly wanted: Wanted;
  readonly place: Place;
}

/** A longer pause is stored in the database instead. */
const longestWaitMs = 2_000;
/** So does the next one of an attempt that has waited for so long, a moment at a time. */
const longestWaitsMs = 10_000;

/** Does what a script wants done on its way, once. Throws Overtaken, Crowded, and the reason of the signals. */
export function performing(all: Performing): Answering['perform'] {
  let whole: number | undefined;
  let waitedMs = 0;
  return async (effect, course) => {
    const { sent, prepared } = all.journal;
    if (sent !== null && sent.said !== saidOf(effect)) return { failed: notKnown(sent) };
    whole ??= Buffer.byteLength(JSON.stringify(prepared.request));
    const size = whole + course.size;
    switch (effect.does) {
      case 'sleep':
        waitedMs += effect.ms;
        if (effect.ms < longestWaitMs && waitedMs <= longestWaitsMs) return await wait(all, effect, size);
        return await pause(all, effect);
      case 'http':
        return await send(all, effect, size);
    }
  };
}

type Sleep = Extract<ScriptEffect, { readonly does: 'sleep' }>;

async function wait({ run, wanted, place }: Performing, { ms }: Sleep, size: number): Promise<Performed> {
  const until = run.clock() + ms;
  await place.leave(size, () => setTimeout(ms, undefined, { signal: wanted.signal }));
  return { reply: { value: null }, at: Math.max(until, run.clock()) };
}

async function pause({ run, journal }: Performing, effect: Sleep): Promise<{ until: number }> {
  const until = run.clock() + effect.ms;
  await journal.pause(effect, until);
  return { until };
}

async function send(all: Performing, order: HttpOrder, size: number): Promise<Performed> {
  const { context, run, journal, wanted, place } = all;
  if (onlyAsks(order)) {
    const { reply, made } = await place.leave(size, async (arrived) => {
      const got = await makeRequest(context, run, journal, order, wanted.signal);
      arrived(sizeOf(got.reply));
      return got;
    });
    journal.note(made);
    return { reply, at: run.clock() };
  }
  return await place.leave(size, (arrived) => change(all, order, arrived));
}

/**
 * A request that changes an external system is stored in the journal before it is sent, and never sent by a second
 * attempt.
 */
async function change(
  { context, run, journal, wanted }: Performing,
  order: HttpOrder,
  arrived: (bytes: number) => void,
): Promise<Performed> {
  const { method, url } = order;
  await journal.begin(order, {
    at: run.clock(),
    method,
    host: hostOf(url, journal.prepared.secrets),
    isRepeatable: isRepeatable(order),
  });
  const patient = patientWith(wanted.stopping, wanted.unwanted);
  try {
    const { reply, made } = await makeRequest(context, run, journal, order, patient.signal);
    arrived(sizeOf(reply));
    const performed = { reply, at: run.clock() };
    await journal.end(performed, made);
    return performed;
  } finally {
    patient.end();
  }
}
