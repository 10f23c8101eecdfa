import { setTimeout } from 'node:timers/promises';
import type { MadeRequest } from '@slipway/domain';
import type { HttpReply, Secret } from '@slipway/egress';
import { crashPoint } from '@slipway/engine';
import { type HttpOrder, shownHost } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import { usableBy } from './may-use.ts';
import { sendOrder } from './send-order.ts';

/** The result of a request, and its log line. */
interface Made {
  readonly reply: HttpReply;
  readonly made: MadeRequest;
}

/** The host of an address as logs may have it, with its port where that is not the usual one. */
export const hostOf = (url: string, secrets: readonly Secret[]): string =>
  URL.canParse(url)
    ? shownHost(
        new URL(url).host,
        secrets.map(({ value }) => value),
      )
    : '';

/** By these a server takes a request for one of another method. */
const overriding = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** Whether a request only reads. */
export const onlyAsks = ({ method, headers }: HttpOrder): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) && !headers.some(([name]) => overriding.includes(name.toLowerCase()));

/** About as many bytes as a reply has. */
export function sizeOf(reply: HttpReply): number {
  if (!('value' in reply)) return reply.refused.message.length;
  const { body, headers } = reply.value;
  const size = 'text' in body ? Buffer.byteLength(body.text) : body.base64.length;
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, size);
}

/** Whether a request can be sent again: a server processes its key once. */
export const isRepeatable = ({ headers }: HttpOrder): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'idempotency-key');

/** Sends a request as its script is permitted to. Throws the reason of `signal`. */
export async function makeRequest(
  context: ScriptContext,
  run: ClaimedRun,
  { prepared, course }: Pick<RunJournal, 'prepared' | 'course'>,
  order: HttpOrder,
  signal: AbortSignal,
): Promise<Made> {
  const at = run.clock();
  const { folderPath, release } = run.view;
  const mayUse = usableBy(context, run, prepared.request, course);
  crashPoint('before-request');
  const sender = { folderPath, whose: 'release', asker: release.id, secrets: prepared.secrets, mayUse } as const;
  const { reply, secrets } = await sendOrder(context, sender, order, signal);
  crashPoint('after-request');
  const status = 'value' in reply ? reply.value.status : null;
  const made = { at, method: order.method, host: hostOf(order.url, secrets), status, durationMs: run.clock() - at };
  return { reply, made };
}

/** The time that a stopping process gives a server to answer a change: otherwise its result would be unknown. */
const patienceMs = 5_000;

/** Aborted at once when the run is canceled, and some seconds after its process has begun to stop. */
export function patientWith(stopping: AbortSignal, unwanted: AbortSignal): { signal: AbortSignal; end(): void } {
  const ended = new AbortController();
  const late = new AbortController();
  const wait = (): void => {
    setTimeout(patienceMs, undefined, { signal: ended.signal }).then(
      () => late.abort(stopping.reason),
      () => {},
    );
  };
  if (stopping.aborted) wait();
  else stopping.addEventListener('abort', wait, { once: true, signal: ended.signal });
  return { signal: AbortSignal.any([unwanted, late.signal]), end: () => ended.abort() };
}
