import { setTimeout } from 'node:timers/promises';
import {
  type EffectResult,
  effectKey,
  type HttpRequest,
  type ScriptEffect,
  type ScriptHost,
} from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { type RunJournal, unknownResultMessage } from '../journal/run-journal.ts';
import type { Cancellation } from '../lease-renewer.ts';
import type { Slot } from '../run-slots.ts';
import { hostOf, isReadOnly, isRepeatable, makeRequest, signalWithGrace, sizeOf } from './make-request.ts';

/** The dependencies of performing an effect. */
export interface EffectContext {
  readonly context: ScriptContext;
  readonly run: ClaimedRun;
  readonly journal: RunJournal;
  readonly cancellation: Cancellation;
  readonly slot: Slot;
}

/** The maximum wait in the process. A longer pause is stored in the database instead. */
const maxWaitMs = 2_000;
/** The maximum total wait of an attempt. After it, the next pause is stored, however short it is. */
const maxTotalWaitMs = 10_000;

/** Performs the effects of a script, each once. Throws Superseded, TooManyWaiting, and the reason of the signals. */
export function performEffects(options: EffectContext): ScriptHost['perform'] {
  let requestBytes: number | undefined;
  let waitedMs = 0;
  return async (effect, replayLog) => {
    const { pendingRequest, prepared } = options.journal;
    if (pendingRequest !== null && pendingRequest.said !== effectKey(effect))
      return { failed: unknownResultMessage(pendingRequest) };
    requestBytes ??= Buffer.byteLength(JSON.stringify(prepared.request));
    const size = requestBytes + replayLog.size;
    switch (effect.does) {
      case 'sleep':
        waitedMs += effect.ms;
        if (effect.ms < maxWaitMs && waitedMs <= maxTotalWaitMs) return await wait(options, effect, size);
        return await pause(options, effect);
      case 'http':
        return await send(options, effect, size);
    }
  };
}

type Sleep = Extract<ScriptEffect, { readonly does: 'sleep' }>;

async function wait({ run, cancellation, slot }: EffectContext, { ms }: Sleep, size: number): Promise<EffectResult> {
  const until = run.clock() + ms;
  await slot.suspend(size, () => setTimeout(ms, undefined, { signal: cancellation.signal }));
  return { reply: { value: null }, at: Math.max(until, run.clock()) };
}

async function pause({ run, journal }: EffectContext, effect: Sleep): Promise<{ until: number }> {
  const until = run.clock() + effect.ms;
  await journal.pause(effect, until);
  return { until };
}

async function send(options: EffectContext, request: HttpRequest, size: number): Promise<EffectResult> {
  const { context, run, journal, cancellation, slot } = options;
  if (isReadOnly(request)) {
    const { reply, madeRequest } = await slot.suspend(size, async (onBytes) => {
      const result = await makeRequest(context, run, journal, request, cancellation.signal);
      onBytes(sizeOf(result.reply));
      return result;
    });
    journal.record(madeRequest);
    return { reply, at: run.clock() };
  }
  return await slot.suspend(size, (onBytes) => change(options, request, onBytes));
}

/**
 * A request that changes an external system is stored in the journal before it is sent, and never sent by a second
 * attempt.
 */
async function change(
  { context, run, journal, cancellation }: EffectContext,
  request: HttpRequest,
  onBytes: (bytes: number) => void,
): Promise<EffectResult> {
  const { method, url } = request;
  await journal.begin(request, {
    at: run.clock(),
    method,
    host: hostOf(url, journal.prepared.secrets),
    isRepeatable: isRepeatable(request),
  });
  const grace = signalWithGrace(cancellation.stopping, cancellation.canceled);
  try {
    const { reply, madeRequest } = await makeRequest(context, run, journal, request, grace.signal);
    onBytes(sizeOf(reply));
    const performed = { reply, at: run.clock() };
    await journal.end(performed, madeRequest);
    return performed;
  } finally {
    grace.end();
  }
}
