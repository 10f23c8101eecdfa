import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Message, message, plainText } from '@slipway/domain/messages';
import { asJson } from '@slipway/domain/model';
import type { Connection, Secret } from '@slipway/outbound-http';
import type { PluginType } from '@slipway/plugins';
import {
  errorPosition,
  type HttpRequest,
  maskedHost,
  ReplayLog,
  RunnerBusy,
  type RunnerClient,
  RunnerUnavailable,
  runWithReplies,
  type ScriptHost,
  type ScriptReply,
  type ScriptRequest,
  type ScriptRunResult,
} from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';

/** The address and method that check a connection (script-api.md, Plugin packaging). */
interface HttpCheck {
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
  readonly signal: AbortSignal;
}

/** With these statuses, the server rejects only the method, so the connection may work (RFC 9110, 15.5.6, 15.6.2). */
const otherMethod: ReadonlySet<number> = new Set([405, 501]);

const textOf = ({ properties }: Connection, name: string): string => {
  const value = properties[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns the URL with the check path of the type. */
function addressOf(connection: Connection): string {
  const [url, path] = [textOf(connection, 'url'), textOf(connection, 'checkConfigurationPath')];
  return path === '' ? url : `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

function requestTo(connection: Connection, method: string): HttpRequest {
  const type = textOf(connection, 'checkConfigurationContentType');
  return {
    does: 'http',
    place: 0,
    method,
    url: addressOf(connection),
    headers: type === '' ? [] : [['Accept', type]],
    body: null,
    timeoutMs: null,
    followRedirects: true,
    verify: true,
    connection: connection.id,
    credentials: null,
  };
}

/**
 * Sends a request with the credentials of an HTTP connection to its server. Returns null for a status below 400, else
 * the reason as a message.
 */
export async function httpFault(
  egress: NonNullable<ResourceContext['egress']>,
  { connection, secrets, signal }: HttpCheck,
): Promise<Message | null> {
  if (textOf(connection, 'url') === '') return message('connectionCheck.withoutUrl');
  const send = (method: string) => egress.send(requestTo(connection, method), { secrets, connection, signal });
  const first = await send('HEAD');
  const reply = 'value' in first && otherMethod.has(first.value.status) ? await send('GET') : first;
  if ('refused' in reply) return plainText(reply.refused.message);
  const { status, reason } = reply.value;
  if (status < 400) return null;
  // The URL in the reply contains masks, which can make it invalid.
  const host = maskedHost(
    new URL(addressOf(connection)).host,
    secrets.map(({ value }) => value),
  );
  const answer =
    reason === ''
      ? message('connectionCheck.status', { host, status })
      : message('connectionCheck.statusWithReason', { host, status, reason: plainText(reason) });
  return status === 401 || status === 403 ? message('connectionCheck.rejectedCredentials', { answer }) : answer;
}

/** A configuration whose type has a check script. */
export interface ScriptCheck {
  readonly type: PluginType & { readonly script: NonNullable<PluginType['script']> };
  readonly title: string;
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
  readonly signal: AbortSignal;
}

type Egress = NonNullable<ResourceContext['egress']>;

const maxRequests = 20;
/** The maximum total pause of a check, because the caller waits for it. */
const maxPausesMs = 5_000;
/** The maximum length of the shown output, in characters. */
const maxPrintedCharacters = 2_000;

/**
 * Returns the input of the check script (script-api.md, Plugin packaging): the configuration, with secrets in clear
 * text.
 */
function requestFor({ type, title, connection, secrets }: ScriptCheck): ScriptRequest {
  const { id, properties } = connection;
  const configuration = asJson<ScriptRequest['inputs'][string]>({ ...properties, id, type: type.name, title });
  return {
    language: type.script.language,
    script: type.script.text,
    purpose: 'trial',
    owner: `check of ${type.name}`.slice(0, 400),
    packaged: true,
    modules: type.modules === null ? [] : [type.modules],
    inputs: { configuration },
    objects: ['configuration'],
    wanted: [],
    snapshot: null,
    secrets: secrets.map(({ value }) => value).filter((secret) => secret !== ''),
  };
}

/** Runs the effects of a check without storing them: after a lost response, the check is repeated. */
function createScriptHost(egress: Egress, { connection, secrets, signal }: ScriptCheck): ScriptHost {
  let requests = 0;
  let pausesMs = 0;
  const send = async (httpRequest: HttpRequest): Promise<ScriptReply> => {
    const ownConnection = httpRequest.connection === connection.id ? connection : null;
    if (httpRequest.connection !== null && ownConnection === null) return { refused: otherConnectionRefusal };
    return await egress.send(httpRequest, { secrets, connection: ownConnection, configurations: [connection], signal });
  };
  return {
    answer: async () => ({ refused: queryRefusal }),
    perform: async (effect) => {
      switch (effect.does) {
        case 'http': {
          requests += 1;
          if (requests > maxRequests) return { failed: `a check may make ${maxRequests} requests` };
          const reply = await send(effect);
          return { reply, at: Date.now() };
        }
        case 'sleep':
          pausesMs += effect.ms;
          if (pausesMs > maxPausesMs) return { failed: `a check may pause for ${maxPausesMs / 1_000} s in all` };
          await setTimeout(effect.ms, undefined, { signal });
          return { reply: { value: null }, at: Date.now() };
      }
    },
  };
}

const otherConnectionRefusal = {
  type: 'HttpRefused',
  message: 'a check makes requests by the configuration that it checks alone',
};
const queryRefusal = { type: 'ForbiddenException', message: 'a check sees its configuration and nothing else' };

function faultIn({ error, output }: ScriptRunResult): Message | null {
  if (error === null) return null;
  const printed = output.trim().slice(0, maxPrintedCharacters);
  // A forbidden effect of a check is reported as a message.
  const reason = error.type === 'NotKnown' ? error.message : `${error.type}: ${error.message}${errorPosition(error)}`;
  return plainText([reason, ...(printed === '' ? [] : [printed])].join('\n'));
}

/**
 * Runs the check script of a configuration. Returns null on success, else the reason with the output of the script.
 * Throws the reason of an aborted signal.
 */
export async function scriptFault(
  runner: RunnerClient | undefined,
  egress: Egress,
  check: ScriptCheck,
): Promise<Message | null> {
  const { fault } = check.type.script;
  if (fault !== null) return plainText(fault);
  if (runner === undefined) return message('connectionCheck.withoutRunner');
  const journal = { began: Date.now(), seed: randomBytes(16).toString('hex'), entries: [] };
  const replayLog = new ReplayLog({ journal, reads: {}, computedMs: 0 });
  try {
    const outcome = await runWithReplies(
      runner,
      requestFor(check),
      createScriptHost(egress, check),
      replayLog,
      check.signal,
    );
    return 'answer' in outcome ? faultIn(outcome.answer) : null;
  } catch (error) {
    if (error instanceof RunnerBusy) return message('connectionCheck.busyRunner');
    if (error instanceof RunnerUnavailable) return message('connectionCheck.unavailableRunner');
    throw error;
  }
}
