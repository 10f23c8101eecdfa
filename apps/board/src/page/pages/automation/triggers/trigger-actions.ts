import type { TriggerResponse } from '@slipway/api-schema/triggers';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { lastSegment } from '../../../navigation/ids.ts';

/** Something that may be done to triggers. */
export interface TriggerAction {
  readonly label: 'Enable' | 'Disable' | 'Run now' | 'Delete';
  /** For the message after it */
  readonly pastParticiple: string;
  /** The REST method for one of them */
  readonly method: 'PUT' | 'POST' | 'DELETE';
  /** The suffix of its path after the id */
  readonly path: '' | '/enable' | '/disable' | '/run';
  /** With a confirmation: it is irreversible */
  readonly needsConfirmation: boolean;
  readonly isAvailableFor: (trigger: Pick<TriggerResponse, 'enabled'>) => boolean;
}

const always = (): boolean => true;

export const triggerActions: readonly TriggerAction[] = [
  {
    label: 'Enable',
    pastParticiple: 'enabled',
    method: 'PUT',
    path: '/enable',
    needsConfirmation: false,
    isAvailableFor: ({ enabled }) => !enabled,
  },
  {
    label: 'Disable',
    pastParticiple: 'disabled',
    method: 'PUT',
    path: '/disable',
    needsConfirmation: false,
    isAvailableFor: ({ enabled }) => enabled,
  },
  {
    label: 'Run now',
    pastParticiple: 'run',
    method: 'POST',
    path: '/run',
    needsConfirmation: false,
    isAvailableFor: always,
  },
  {
    label: 'Delete',
    pastParticiple: 'deleted',
    method: 'DELETE',
    path: '',
    needsConfirmation: true,
    isAvailableFor: always,
  },
];

/** Takes a step with one trigger. Throws ApiError, OfflineError. */
export const runAction = ({ method, path }: TriggerAction, id: string): Promise<void> =>
  mutate(method, `/triggers/${encodeURIComponent(lastSegment(id))}${path}`);

/** The ids of those that one call for all of them has left as they were. */
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
 * Runs an action on each of these triggers; returns the refusals of REST, by ids. Enabling is one call, which leaves
 * out refused ones: those are requested one by one, so that REST returns the reason.
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
