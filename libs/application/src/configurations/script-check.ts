import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { asJson } from '@slipway/domain/model';
import type { Connection, Secret } from '@slipway/outbound-http';
import type { PluginType } from '@slipway/plugins';
import {
  errorPosition,
  type HttpRequest,
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

/** A configuration whose type has a script that tries it. */
export interface ScriptCheck {
  readonly type: PluginType & { readonly script: NonNullable<PluginType['script']> };
  readonly title: string;
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
  readonly signal: AbortSignal;
}

type Egress = NonNullable<ResourceContext['egress']>;

const maxRequests = 20;
/** The maximum of all pauses of a check together: the caller waits for it. */
const maxPausesMs = 5_000;
/** The maximum length of the shown output, in characters. */
const maxPrintedCharacters = 2_000;

/** What the script of a type is given (script-api.md, Plugin packaging): the configuration, its secrets in clear. */
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

/** Runs the effects of a check, which are not stored: after a lost response, the check is repeated. */
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

function faultIn({ error, output }: ScriptRunResult): string | null {
  if (error === null) return null;
  const printed = output.trim().slice(0, maxPrintedCharacters);
  // A forbidden effect of a check is reported as a message.
  const reason = error.type === 'NotKnown' ? error.message : `${error.type}: ${error.message}${errorPosition(error)}`;
  return [reason, ...(printed === '' ? [] : [printed])].join('\n');
}

/**
 * Runs the script of a type that tries its configurations: null where it ends well, else why not, with what it has printed.
 * Throws the reason of the signal.
 */
export async function scriptFault(
  runner: RunnerClient | undefined,
  egress: Egress,
  check: ScriptCheck,
): Promise<string | null> {
  if (check.type.script.fault !== null) return check.type.script.fault;
  if (runner === undefined) return 'there is no script runner';
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
    if (error instanceof RunnerBusy) return 'the script runner is busy: try again';
    if (error instanceof RunnerUnavailable) return 'the script runner does not answer now: try again';
    throw error;
  }
}
