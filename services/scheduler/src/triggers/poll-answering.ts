import { setTimeout } from 'node:timers/promises';
import type { ClaimedPoll } from '@slipway/persistence';
import type { Answering, Performed } from '@slipway/scripts';
import { CannotRun } from '../scripts/context/cannot-run.ts';
import type { ScriptContext } from '../scripts/context/context.ts';
import { hostOf, sizeOf } from '../scripts/effects/make-request.ts';
import { givenIds } from '../scripts/effects/may-use.ts';
import { sendOrder } from '../scripts/effects/send-order.ts';
import type { Place } from '../scripts/places.ts';
import type { PollRequest } from './poll-request.ts';

/** With all that it waits for. */
export const longestPollMs = 10 * 60_000;

/** A request of a poll, for logs. */
export interface PolledRequest {
  readonly method: string;
  readonly host: string;
  /** null: no server has answered */
  readonly status: number | null;
}

interface Asking {
  readonly context: Pick<ScriptContext, 'database' | 'seal' | 'egress'>;
  readonly poll: ClaimedPoll;
  readonly asked: PollRequest;
  readonly place: Place;
  readonly signal: AbortSignal;
  /** Called for each request. */
  readonly onRequest: (request: PolledRequest) => void;
}

/**
 * What answers the script of a poll: its requests are sent, and its pauses waited for, while others have its place. Nothing
 * is kept: a poll that dies is made again.
 */
export function pollAnswering({ context, poll, asked, place, signal, onRequest }: Asking): Answering {
  const whole = Buffer.byteLength(JSON.stringify(asked.request));
  const { folderPath, trigger } = poll.row;
  const mayUse = givenIds(asked.request);
  const sender = { folderPath, whose: 'trigger', asker: trigger.id, secrets: asked.secrets, mayUse } as const;
  return {
    answer: async () => ({ refused: { type: 'ForbiddenException', message: 'a poll reads nothing of releases' } }),
    perform: async (effect, course): Promise<Performed> => {
      const size = whole + course.size;
      if (effect.does === 'sleep') {
        if (effect.ms > longestPollMs) throw new CannotRun(`a poll may pause for ${longestPollMs / 60_000} minutes`);
        await place.leave(size, () => setTimeout(effect.ms, undefined, { signal }));
        return { reply: { value: null }, at: Date.now() };
      }
      const { reply, secrets } = await place.leave(size, async (arrived) => {
        const sent = await sendOrder(context, sender, effect, signal);
        arrived(sizeOf(sent.reply));
        return sent;
      });
      const status = 'value' in reply ? reply.value.status : null;
      onRequest({ method: effect.method, host: hostOf(effect.url, secrets), status });
      return { reply, at: Date.now() };
    },
  };
}
