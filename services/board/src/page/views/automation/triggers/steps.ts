import type { TriggerAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { lastOf } from '../../../place/ids.ts';

/** Something that may be done to triggers. */
export interface Step {
  readonly word: 'Enable' | 'Disable' | 'Run now' | 'Delete';
  /** how REST is asked for it with one of them */
  readonly method: 'PUT' | 'POST' | 'DELETE';
  /** what stands behind the id in its path */
  readonly path: '' | '/enable' | '/disable' | '/run';
  /** asked before: there is no way back */
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
 * Takes a step with each of these triggers; answers what was refused, in REST's words, by ids. Many are switched in one
 * call, which leaves out what may not be switched: those are asked for one by one, so that REST says why.
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
