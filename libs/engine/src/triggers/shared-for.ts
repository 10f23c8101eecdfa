import { type EventTrigger, sharedKeys, type Variable } from '@slipway/domain';
import { type Connection, visibleVariables } from '@slipway/persistence';

const nothing: ReadonlyMap<string, Variable> = new Map();

/** The global and folder variables that a trigger mentions, by key; no statement runs when it mentions none. */
export async function sharedFor(connection: Connection, trigger: EventTrigger): Promise<ReadonlyMap<string, Variable>> {
  if (sharedKeys(trigger).length === 0) return nothing;
  return await visibleVariables(connection, trigger.folderId);
}
