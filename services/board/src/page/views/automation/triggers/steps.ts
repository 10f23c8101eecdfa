import type { TriggerAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { lastOf } from '../../../place/ids.ts';

/** Something that may be done to triggers. */
export interface Step {
  readonly word: 'Enable' | 'Disable' | 'Run now' | 'Delete';
  /** The REST method for one of them */
  readonly method: 'PUT' | 'POST' | 'DELETE';
  /** The suffix of its path after the id */
  readonly path: '' | '/enable' | '/disable' | '/run';
  /** With a confirmation: it is irreversible */
  readonly asks: boolean;
  readonly isFor: (trigger: Pick<TriggerAnswer, 'enabled'>) => boolean;
}

const any = (): boolean => true;

export const steps: readonly Step[] = [
  { word: 'Enable', method: 'PUT', path: '/enable', asks: false, isFor: ({ enabled }) => !enabled },
  { word: 'Disable', method: 'PUT', path: '/disable', asks: false, isFor: ({ enabled }) => enabled },
  { word: 'Run now', method: 'POST', path: '/run', asks: false, isFor: any },
  { word: 'Delete', method: 'DELETE', path: '', asks: true, isFor: any },
];

/** Takes a step with one trigger. Throws Refused, Away. */
export const takeOne = ({ method, path }: Step, id: string): Promise<void> =>
  change(method, `/triggers/${encodeURIComponent(lastOf(id))}${path}`);

/** The ids of those that one call for all of them has left as they were. */
async function leftByBulk(path: Step['path'], ids: readonly string[]): Promise<readonly string[]> {
  const { updatedIds } = await change<{ readonly updatedIds: readonly string[] }>('POST', `/triggers${path}`, ids);
  const done = new Set(updatedIds);
  return ids.filter((id) => !done.has(id));
}

const refusedFor = (ids: readonly string[], error: unknown): ReadonlyMap<string, string> =>
  new Map(ids.map((id) => [id, sentenceOf(error)]));

async function takeEach(step: Step, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  for (const id of ids) {
    try {
      await takeOne(step, id);
    } catch (error) {
      refused.set(id, sentenceOf(error));
    }
  }
  return refused;
}

/**
 * Runs an action on each of these triggers; returns the refusals of REST, by ids. Enabling is one call, which leaves
 * out refused ones: those are requested one by one, so that REST returns the reason.
 */
export async function take(step: Step, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const isSwitch = step.path === '/enable' || step.path === '/disable';
  if (!isSwitch || ids.length < 2) return await takeEach(step, ids);
  try {
    return await takeEach(step, await leftByBulk(step.path, ids));
  } catch (error) {
    return refusedFor(ids, error);
  }
}
