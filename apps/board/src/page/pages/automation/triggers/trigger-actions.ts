import type { TriggerResponse } from '@slipway/api-schema/triggers';
import { messageOf } from '../../../api/errors.ts';
import { type DisplayMessage, displayMessage, textOf } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

/** An action on one or more triggers. */
export interface TriggerAction {
  readonly name: 'enable' | 'disable' | 'run' | 'delete';
  readonly label: string;
  /** The word in the message after the action, such as `enabled`. */
  readonly pastParticiple: string;
  /** The HTTP method of the request for one trigger. */
  readonly method: 'PUT' | 'POST' | 'DELETE';
  /** The part of the request path after the id. */
  readonly path: '' | '/enable' | '/disable' | '/run';
  /** Whether the action is irreversible, so that the user must confirm it. */
  readonly needsConfirmation: boolean;
  readonly isAvailableFor: (trigger: Pick<TriggerResponse, 'enabled' | 'runRefusal'>) => boolean;
}

const always = (): boolean => true;

export const triggerActions: readonly TriggerAction[] = [
  {
    name: 'enable',
    label: t('Enable'),
    pastParticiple: t('enabled'),
    method: 'PUT',
    path: '/enable',
    needsConfirmation: false,
    isAvailableFor: ({ enabled }) => !enabled,
  },
  {
    name: 'disable',
    label: t('Disable'),
    pastParticiple: t('disabled'),
    method: 'PUT',
    path: '/disable',
    needsConfirmation: false,
    isAvailableFor: ({ enabled }) => enabled,
  },
  {
    name: 'run',
    label: t('Run now'),
    pastParticiple: t('run'),
    method: 'POST',
    path: '/run',
    needsConfirmation: false,
    isAvailableFor: ({ runRefusal }) => runRefusal === undefined,
  },
  {
    name: 'delete',
    label: t('Delete'),
    pastParticiple: t('deleted'),
    method: 'DELETE',
    path: '',
    needsConfirmation: true,
    isAvailableFor: always,
  },
];

/** Returns the reason why a trigger cannot be run manually; null if it can. */
export const runRefusalOf = ({ runRefusal }: Pick<TriggerResponse, 'runRefusal'>): string | null =>
  runRefusal === undefined ? null : textOf(displayMessage(runRefusal));

/** Returns the action with a name. */
export function triggerAction(name: TriggerAction['name']): TriggerAction {
  const action = triggerActions.find((item) => item.name === name);
  if (action === undefined) throw new Error(`there is no action ${name}`);
  return action;
}

/** Runs an action on one trigger. Throws ApiError, OfflineError. */
export const runAction = ({ method, path }: TriggerAction, id: string): Promise<void> =>
  mutate(method, `/triggers/${encodeURIComponent(lastSegment(id))}${path}`);

/** Sends one request for all triggers. Returns the ids of the triggers that the server did not change. */
async function skippedByBulk(path: TriggerAction['path'], ids: readonly string[]): Promise<readonly string[]> {
  const { updatedIds } = await mutate<{ readonly updatedIds: readonly string[] }>('POST', `/triggers${path}`, ids);
  const updated = new Set(updatedIds);
  return ids.filter((id) => !updated.has(id));
}

const refusalsFor = (ids: readonly string[], error: unknown): ReadonlyMap<string, DisplayMessage> =>
  new Map(ids.map((id) => [id, messageOf(error)]));

async function runOneByOne(
  action: TriggerAction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DisplayMessage>> {
  const refusals = new Map<string, DisplayMessage>();
  for (const id of ids) {
    try {
      await runAction(action, id);
    } catch (error) {
      refusals.set(id, messageOf(error));
    }
  }
  return refusals;
}

/**
 * Runs an action on triggers. Returns the errors, by the ids of the triggers. Enable and disable use one request, which
 * skips triggers that cannot be changed. Each skipped trigger gets its own request, which returns the reason.
 */
export async function runActions(
  action: TriggerAction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DisplayMessage>> {
  const isSwitch = action.path === '/enable' || action.path === '/disable';
  if (!isSwitch || ids.length < 2) return await runOneByOne(action, ids);
  try {
    return await runOneByOne(action, await skippedByBulk(action.path, ids));
  } catch (error) {
    return refusalsFor(ids, error);
  }
}
