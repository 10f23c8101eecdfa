import { setTimeout } from 'node:timers/promises';
import type { ScriptHttpRequest } from '@slipway/domain/decision';
import { crashPoint } from '@slipway/engine';
import type { HttpReply, Secret } from '@slipway/outbound-http';
import { type HttpRequest, maskedHost } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { ConfigurationScope } from '../request/opened-configuration.ts';
import { openConnection, usePermission } from './connections.ts';

/** The release or trigger whose script sends a request. */
interface Sender extends ConfigurationScope {
  /** The id of the release or trigger. Requesters share the limits of a host fairly. */
  readonly requester: string;
  readonly secrets: readonly Secret[];
  /** Whether a request can use the configuration with this id. */
  mayUse(id: string): boolean | Promise<boolean>;
}

/** The result of a request, and the secrets to mask. */
interface SendResult {
  readonly reply: HttpReply;
  readonly secrets: readonly Secret[];
}

const refused = (message: string): HttpReply => ({ refused: { type: 'HttpRefused', message } });

/** Sends a request, with its configuration if it refers to one. Throws the reason of `signal`. */
export async function sendRequest(
  context: Pick<ScriptContext, 'database' | 'seal' | 'egress'>,
  { folderPath, ownerKind, requester, secrets, mayUse }: Sender,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  if (request.connection === null)
    return {
      reply: await context.egress.send(request, { secrets, connection: null, requester, signal }),
      secrets,
    };
  // This check is first, so that a refusal does not reveal whether the configuration exists.
  if (!(await mayUse(request.connection))) return { reply: notPermitted, secrets };
  const opened = await openConnection(context, folderPath, request.connection);
  if (opened === null)
    return {
      reply: refused(`the configuration of the request does not exist in the scope of this ${ownerKind}`),
      secrets,
    };
  const allSecrets = [...secrets, ...opened.secrets];
  const requestContext = { secrets: allSecrets, connection: opened.connection, requester, signal };
  return { reply: await context.egress.send(request, requestContext), secrets: allSecrets };
}

const notPermitted = refused(
  'the configuration of the request was not given to this script, and the run-as user (scriptUsername) cannot read it',
);

/** The result of a request, and its log line. */
interface MadeResult {
  readonly reply: HttpReply;
  readonly madeRequest: ScriptHttpRequest;
}

/** The host of a URL for logs, with secrets masked, and with a port other than the default one. */
export const hostOf = (url: string, secrets: readonly Secret[]): string =>
  URL.canParse(url)
    ? maskedHost(
        new URL(url).host,
        secrets.map(({ value }) => value),
      )
    : '';

/** Headers that replace the method of a request at the server. */
const overrideHeaders = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** Whether a request only reads. */
export const isReadOnly = ({ method, headers }: HttpRequest): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  !headers.some(([name]) => overrideHeaders.includes(name.toLowerCase()));

/** The approximate size of a reply in bytes. */
export function sizeOf(reply: HttpReply): number {
  if (!('value' in reply)) return reply.refused.message.length;
  const { body, headers } = reply.value;
  const size = 'text' in body ? Buffer.byteLength(body.text) : body.base64.length;
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, size);
}

/** Whether a request can be sent again. It has an idempotency key, which a server processes only once. */
export const isRepeatable = ({ headers }: HttpRequest): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'idempotency-key');

/** Sends a request with the permissions of its script. Throws the reason of `signal`. */
export async function makeRequest(
  context: ScriptContext,
  run: ClaimedRun,
  { prepared, replayLog }: Pick<RunJournal, 'prepared' | 'replayLog'>,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<MadeResult> {
  const at = run.clock();
  const { folderPath, release } = run.view;
  const mayUse = usePermission(context, run, prepared.request, replayLog);
  crashPoint('before-request');
  const sender = {
    folderPath,
    ownerKind: 'release',
    requester: release.id,
    secrets: prepared.secrets,
    mayUse,
  } as const;
  const { reply, secrets } = await sendRequest(context, sender, request, signal);
  crashPoint('after-request');
  const status = 'value' in reply ? reply.value.status : null;
  const madeRequest = {
    at,
    method: request.method,
    host: hostOf(request.url, secrets),
    status,
    durationMs: run.clock() - at,
  };
  return { reply, madeRequest };
}

/** A stopping process waits this long for the response to a change. Otherwise the result would be unknown. */
const stopGraceMs = 5_000;

/**
 * Returns a signal that is aborted immediately if the run is canceled, and `stopGraceMs` after the process starts to
 * stop.
 */
export function signalWithGrace(stopping: AbortSignal, canceled: AbortSignal): { signal: AbortSignal; end(): void } {
  const finished = new AbortController();
  const graceExpired = new AbortController();
  const wait = (): void => {
    setTimeout(stopGraceMs, undefined, { signal: finished.signal }).then(
      () => graceExpired.abort(stopping.reason),
      () => {},
    );
  };
  if (stopping.aborted) wait();
  else stopping.addEventListener('abort', wait, { once: true, signal: finished.signal });
  return { signal: AbortSignal.any([canceled, graceExpired.signal]), end: () => finished.abort() };
}
