import type { Variable } from '@slipway/domain/model';
import { type EventTrigger, sharedKeys } from '@slipway/domain/triggers';
import type { Connection } from '@slipway/persistence/database';
import { readVisibleVariables } from '@slipway/persistence/variables';

const noVariables: ReadonlyMap<string, Variable> = new Map();

/** Returns the global and folder variables that a trigger mentions, by key. Runs no statement if it mentions none. */
export async function readMentionedVariables(
  connection: Connection,
  trigger: EventTrigger,
): Promise<ReadonlyMap<string, Variable>> {
  if (sharedKeys(trigger).length === 0) return noVariables;
  return await readVisibleVariables(connection, trigger.folderId);
}
