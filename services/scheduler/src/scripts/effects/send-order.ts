import type { HttpReply, Secret } from '@slipway/egress';
import type { HttpOrder } from '@slipway/scripts';
import type { ScriptContext } from '../context/context.ts';
import type { Place } from '../request/opened-configuration.ts';
import { openConnection } from './connection.ts';

/** For whose script requests are sent. */
export interface Sender extends Place {
  /** of the release or the trigger: by it turns are taken */
  readonly asker: string;
  readonly secrets: readonly Secret[];
  /** Whether a configuration may be used that a request names. */
  mayUse(id: string): boolean | Promise<boolean>;
}

/** The result of a request, and its secrets. */
interface Sent {
  readonly reply: HttpReply;
  readonly secrets: readonly Secret[];
}

const refused = (message: string): HttpReply => ({ refused: { type: 'HttpRefused', message } });

/** Sends a request by the configuration that it names, if it names one. Throws the reason of `signal`. */
export async function sendOrder(
  context: Pick<ScriptContext, 'database' | 'seal' | 'egress'>,
  { folderPath, whose, asker, secrets, mayUse }: Sender,
  order: HttpOrder,
  signal: AbortSignal,
): Promise<Sent> {
  if (order.connection === null)
    return { reply: await context.egress.send(order, { secrets, connection: null, asker, signal }), secrets };
  // First: the refusal of a configuration does not reveal whether it exists.
  if (!(await mayUse(order.connection))) return { reply: notGiven, secrets };
  const opened = await openConnection(context, folderPath, order.connection);
  if (opened === null)
    return { reply: refused(`the configuration of the request is not there for this ${whose}`), secrets };
  const all = [...secrets, ...opened.secrets];
  const sending = { secrets: all, connection: opened.connection, asker, signal };
  return { reply: await context.egress.send(order, sending), secrets: all };
}

const notGiven = refused(
  'the configuration of the request was not given to this script, and the run-as user (scriptUsername) cannot read it',
);
