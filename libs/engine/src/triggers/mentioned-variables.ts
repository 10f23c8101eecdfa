import { type EventTrigger, sharedKeys, type Variable } from '@slipway/domain';
import { type Connection, visibleVariables } from '@slipway/persistence';

const none: ReadonlyMap<string, Variable> = new Map();

/** The global and folder variables that a trigger mentions, by key; no statement runs when it mentions none. */
export async function mentionedVariables(
  connection: Connection,
  trigger: EventTrigger,
): Promise<ReadonlyMap<string, Variable>> {
  if (sharedKeys(trigger).length === 0) return none;
  return await visibleVariables(connection, trigger.folderId);
}
