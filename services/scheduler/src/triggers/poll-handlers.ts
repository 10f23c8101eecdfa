import { setTimeout } from 'node:timers/promises';
import type { ClaimedPoll } from '@slipway/persistence/triggers';
import type { EffectResult, ScriptHost } from '@slipway/script-protocol';
import { CannotRun, type ScriptContext } from '../scripts/context/context.ts';
import { referencedIds } from '../scripts/effects/connections.ts';
import { hostOf, sendRequest, sizeOf } from '../scripts/effects/make-request.ts';
import type { Slot } from '../scripts/run-slots.ts';
import type { PollRequest } from './poll-request.ts';

/** The time limit of a poll, including all waits. */
export const maxPollMs = 10 * 60_000;

/** A request of a poll, for logs. */
export interface LoggedRequest {
  readonly method: string;
  readonly host: string;
  /** null: no response */
  readonly status: number | null;
}

interface PollHandlerOptions {
  readonly context: Pick<ScriptContext, 'database' | 'seal' | 'egress'>;
  readonly poll: ClaimedPoll;
  readonly prepared: PollRequest;
  readonly slot: Slot;
  readonly signal: AbortSignal;
  /** Called for each request. */
  readonly onRequest: (request: LoggedRequest) => void;
}

/**
 * Performs the effects of a poll script: sends its requests, and waits for its pauses without a slot. No journal is
 * stored, because a poll can be repeated after a crash.
 */
export function pollHandlers({ context, poll, prepared, slot, signal, onRequest }: PollHandlerOptions): ScriptHost {
  const requestBytes = Buffer.byteLength(JSON.stringify(prepared.request));
  const { folderPath, trigger } = poll.row;
  const mayUse = referencedIds(prepared.request);
  const sender = {
    folderPath,
    ownerKind: 'trigger',
    requester: trigger.id,
    secrets: prepared.secrets,
    mayUse,
  } as const;
  return {
    answer: async () => ({ refused: { type: 'ForbiddenException', message: 'a poll reads nothing of releases' } }),
    perform: async (effect, replayLog): Promise<EffectResult> => {
      const size = requestBytes + replayLog.size;
      if (effect.does === 'sleep') {
        if (effect.ms > maxPollMs) throw new CannotRun(`a poll may pause for ${maxPollMs / 60_000} minutes`);
        await slot.suspend(size, () => setTimeout(effect.ms, undefined, { signal }));
        return { reply: { value: null }, at: Date.now() };
      }
      const { reply, secrets } = await slot.suspend(size, async (onBytes) => {
        const result = await sendRequest(context, sender, effect, signal);
        onBytes(sizeOf(result.reply));
        return result;
      });
      const status = 'value' in reply ? reply.value.status : null;
      onRequest({ method: effect.method, host: hostOf(effect.url, secrets), status });
      return { reply, at: Date.now() };
    },
  };
}
