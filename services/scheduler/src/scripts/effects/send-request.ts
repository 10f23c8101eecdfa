import type { HttpReply, Secret } from '@slipway/outbound-http';
import type { HttpRequest } from '@slipway/script-protocol';
import type { ScriptContext } from '../context/context.ts';
import type { ConfigurationScope } from '../request/opened-configuration.ts';
import { openConnection } from './connection.ts';

/** For whose script requests are sent. */
export interface Sender extends ConfigurationScope {
  /** of the release or the trigger: by it turns are taken */
  readonly requester: string;
  readonly secrets: readonly Secret[];
  /** Whether a configuration may be used that a request names. */
  mayUse(id: string): boolean | Promise<boolean>;
}

/** The result of a request, and its secrets. */
interface SendResult {
  readonly reply: HttpReply;
  readonly secrets: readonly Secret[];
}

const refused = (message: string): HttpReply => ({ refused: { type: 'HttpRefused', message } });

/** Sends a request by the configuration that it names, if it names one. Throws the reason of `signal`. */
export async function sendRequest(
  context: Pick<ScriptContext, 'database' | 'seal' | 'egress'>,
  { folderPath, ownerKind, requester, secrets, mayUse }: Sender,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  if (request.connection === null)
    return {
      reply: await context.egress.send(request, { secrets, connection: null, asker: requester, signal }),
      secrets,
    };
  // First: the refusal of a configuration does not reveal whether it exists.
  if (!(await mayUse(request.connection))) return { reply: notPermitted, secrets };
  const opened = await openConnection(context, folderPath, request.connection);
  if (opened === null)
    return { reply: refused(`the configuration of the request is not there for this ${ownerKind}`), secrets };
  const allSecrets = [...secrets, ...opened.secrets];
  const requestContext = { secrets: allSecrets, connection: opened.connection, asker: requester, signal };
  return { reply: await context.egress.send(request, requestContext), secrets: allSecrets };
}

const notPermitted = refused(
  'the configuration of the request was not given to this script, and the run-as user (scriptUsername) cannot read it',
);
