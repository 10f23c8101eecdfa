import { idCandidates, mostParts, neededToChange } from '@slipway/domain';
import { type Person, switchTriggers } from '@slipway/engine';
import { readTriggers, type TriggerRow, triggersByState } from '@slipway/persistence';
import {
  type Changeable,
  changeable,
  faultsToEnable,
  fullTriggerIds,
  reachOf,
  requireNoFaults,
  requireReach,
  runTrigger,
  toChangeTrigger,
  triggerNamed,
  triggersWithWarnings,
} from '@slipway/resources';
import { list, listUpTo } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

const ids = listUpTo(mostParts, z.string()).meta({ id: 'TriggerIds' });
const refusedTrigger = z.object({ id: z.string(), reasons: list(z.string()) }).meta({ id: 'RefusedTrigger' });
const triggerWarnings = z.object({ id: z.string(), warnings: list(z.string()) }).meta({ id: 'TriggerWarnings' });
const updated = z
  .object({
    updatedIds: list(z.string()),
    refused: list(refusedTrigger).optional().describe('triggers that were not enabled; absent where there are none'),
    warnings: list(triggerWarnings)
      .optional()
      .describe('enabled triggers with values that have no effect; absent where there are none'),
  })
  .meta({ id: 'BulkActionResult' });

const withoutReach = 'you may not create releases from its template';

/** Why triggers are not enabled, by their ids. */
async function refusedAmong(deps: Deps, { rows, withoutReach: unreached }: Changeable) {
  const disabled = ({ trigger }: TriggerRow): boolean => !trigger.enabled;
  const faults = await faultsToEnable(
    deps.database,
    rows.filter(disabled).map(({ trigger }) => trigger),
  );
  return new Map([
    ...faults,
    ...unreached.filter(disabled).map(({ trigger }) => [trigger.id, [withoutReach]] as const),
  ]);
}

/** The values without effect of those triggers that were enabled. */
async function warningsAmong(deps: Deps, rows: readonly TriggerRow[], enabledIds: readonly string[]) {
  const enabled = rows.filter(({ trigger }) => enabledIds.includes(trigger.id));
  const found = await triggersWithWarnings(
    deps.database,
    enabled.map(({ trigger }) => trigger),
  );
  return enabled.flatMap(({ trigger: { id }, folderPath }) => {
    const warnings = found.get(id);
    return warnings === undefined ? [] : [{ id: [...folderPath, id].join('/'), warnings: [...warnings] }];
  });
}

/**
 * Ids that name no trigger are left out, and those that need no change, or that the caller may not change. Triggers that
 * cannot create releases are not enabled.
 */
async function switchMany(
  deps: Deps,
  caller: Person,
  written: readonly string[],
  enabled: boolean,
): Promise<z.output<typeof updated>> {
  const rows = await readTriggers(deps.database, [...new Set(written.flatMap((id) => candidates(id)))]);
  const theirs = await changeable(deps.database, caller, rows, enabled);
  const reasons = enabled ? await refusedAmong(deps, theirs) : new Map<string, readonly string[]>();
  const wanted = theirs.rows.map(({ trigger }) => trigger.id).filter((id) => !reasons.has(id));
  const changed = await deps.engine.change((database) =>
    switchTriggers({ database }, wanted, enabled, caller.username),
  );
  const refused = [...theirs.rows, ...theirs.withoutReach].flatMap(({ trigger: { id }, folderPath }) => {
    const why = reasons.get(id);
    return why === undefined ? [] : [{ id: [...folderPath, id].join('/'), reasons: [...why] }];
  });
  const warnings = enabled ? await warningsAmong(deps, theirs.rows, changed) : [];
  return {
    updatedIds: await fullTriggerIds(deps, changed),
    ...(refused.length > 0 && { refused }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function candidates(written: string): readonly string[] {
  try {
    return idCandidates('Trigger', written);
  } catch {
    return [];
  }
}

async function switchOne(deps: Deps, caller: Person, written: string, enabled: boolean): Promise<void> {
  const { trigger } = await triggerNamed(deps.database, written, toChangeTrigger(caller));
  if (enabled) await requireReach(deps.database, caller, reachOf(trigger));
  if (enabled && !trigger.enabled) await requireNoFaults(deps.database, trigger);
  await switchTriggers(deps, [trigger.id], enabled, caller.username);
}

const both = [
  { verb: 'enable', enabled: true, what: 'Enables' },
  { verb: 'disable', enabled: false, what: 'Disables' },
] as const;

/** Enabling and disabling triggers, and firing one manually (rest-operations.md, Triggers). */
export const triggerSwitches: readonly Route[] = [
  ...both.flatMap(({ verb, enabled, what }) => [
    route({
      method: 'POST',
      path: `/triggers/${verb}`,
      name: `${verb}Triggers`,
      summary: `${what} triggers; answers those that this has changed`,
      needs: { lists: neededToChange.trigger },
      body: ids,
      reply: updated,
      answer: (deps, { caller, body }) => switchMany(deps, caller, body, enabled),
    }),
    route({
      method: 'POST',
      path: `/triggers/${verb}/all`,
      name: `${verb}AllTriggers`,
      summary: `${what} all triggers; answers those that this has changed`,
      needs: { lists: neededToChange.trigger },
      reply: updated,
      answer: async (deps, { caller }) =>
        switchMany(deps, caller, await triggersByState(deps.database, !enabled), enabled),
    }),
    route({
      method: 'PUT',
      path: `/triggers/{triggerId}/${verb}`,
      name: `${verb}Trigger`,
      summary: `${what} a trigger; it never fires in that moment`,
      needs: { on: 'triggerId', anyOf: [neededToChange.trigger] },
      reply: null,
      answer: (deps, { caller, path }) => switchOne(deps, caller, path.triggerId, enabled),
    }),
  ]),
  route({
    method: 'POST',
    path: '/triggers/{triggerId}/run',
    name: 'runTrigger',
    summary:
      'Fires a trigger manually, enabled or not; 409 contains the reason if it created no release, and so does its run history. A trigger of a plugin polls at once',
    needs: { on: 'triggerId', anyOf: [neededToChange.trigger] },
    reply: null,
    answer: (deps, { caller, path }) => runTrigger(deps, caller, path.triggerId),
  }),
];
