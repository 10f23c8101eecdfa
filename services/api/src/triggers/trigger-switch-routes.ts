import { list, listUpTo, messageData, showMessageData, showTexts } from '@slipway/api-schema/format';
import {
  type Changeable,
  changeable,
  faultsToEnable,
  fullTriggerIds,
  getTrigger,
  releaseTargetsOf,
  requireNoFaults,
  requireReleaseTargets,
  runTrigger,
  toChangeTrigger,
  triggersWithWarnings,
} from '@slipway/application/triggers';
import { idCandidates } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import { maxParts } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import { type Person, switchTriggers } from '@slipway/engine';
import { findTriggersByState, readTriggers, type TriggerRow } from '@slipway/persistence/triggers';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const ids = listUpTo(maxParts, z.string()).meta({ id: 'TriggerIds' });
const refusedTrigger = z
  .object({ id: z.string(), reasons: list(z.string()), reasonMessages: list(messageData) })
  .meta({ id: 'RefusedTrigger' });
const triggerWarnings = z
  .object({ id: z.string(), warnings: list(z.string()), warningMessages: list(messageData) })
  .meta({ id: 'TriggerWarnings' });
const switchAnswer = z
  .object({
    updatedIds: list(z.string()),
    refused: list(refusedTrigger).optional().describe('triggers that were not enabled; absent where there are none'),
    warnings: list(triggerWarnings)
      .optional()
      .describe('enabled triggers with values that have no effect; absent where there are none'),
  })
  .meta({ id: 'BulkActionResult' });

/** Returns the reasons why triggers cannot be enabled, by trigger id. */
async function findRefusals(deps: Deps, { rows, notPermitted: notAllowed }: Changeable) {
  const isDisabled = ({ trigger }: TriggerRow): boolean => !trigger.enabled;
  const faults = await faultsToEnable(
    deps.database,
    rows.filter(isDisabled).map(({ trigger }) => trigger),
  );
  return new Map([
    ...faults,
    ...notAllowed
      .filter(isDisabled)
      .map(({ trigger }) => [trigger.id, [message('triggerFault.callerRefused')]] as const),
  ]);
}

/** Returns the values without effect in the triggers that were enabled. */
async function findWarnings(deps: Deps, rows: readonly TriggerRow[], enabledIds: readonly string[]) {
  const enabled = rows.filter(({ trigger }) => enabledIds.includes(trigger.id));
  const warningsById = await triggersWithWarnings(
    deps.database,
    enabled.map(({ trigger }) => trigger),
  );
  return enabled.flatMap(({ trigger: { id }, folderPath }) => {
    const warnings = warningsById.get(id);
    if (warnings === undefined) return [];
    const warningMessages = warnings.map(showMessageData);
    return [{ id: [...folderPath, id].join('/'), warnings: showTexts(warnings), warningMessages }];
  });
}

/**
 * Enables or disables triggers. Skips unknown ids, triggers that need no change, and triggers that the caller may not
 * change. Does not enable triggers that cannot create releases.
 */
async function switchMany(
  deps: Deps,
  caller: Person,
  input: readonly string[],
  enabled: boolean,
): Promise<z.output<typeof switchAnswer>> {
  const rows = await readTriggers(deps.database, [...new Set(input.flatMap((id) => candidates(id)))]);
  const changeableTriggers = await changeable(deps.database, caller, rows, enabled);
  const reasons = enabled ? await findRefusals(deps, changeableTriggers) : new Map<string, readonly Message[]>();
  const idsToSwitch = changeableTriggers.rows.map(({ trigger }) => trigger.id).filter((id) => !reasons.has(id));
  const changed = await deps.engine.change((database) =>
    switchTriggers({ database }, idsToSwitch, enabled, caller.username),
  );
  const refused = [...changeableTriggers.rows, ...changeableTriggers.notPermitted].flatMap(
    ({ trigger: { id }, folderPath }) => {
      const refusalReasons = reasons.get(id);
      if (refusalReasons === undefined) return [];
      const reasonMessages = refusalReasons.map(showMessageData);
      return [{ id: [...folderPath, id].join('/'), reasons: showTexts(refusalReasons), reasonMessages }];
    },
  );
  const warnings = enabled ? await findWarnings(deps, changeableTriggers.rows, changed) : [];
  return {
    updatedIds: await fullTriggerIds(deps, changed),
    ...(refused.length > 0 && { refused }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function candidates(input: string): readonly string[] {
  try {
    return idCandidates('Trigger', input);
  } catch {
    return [];
  }
}

async function switchOne(deps: Deps, caller: Person, input: string, enabled: boolean): Promise<void> {
  const { trigger } = await getTrigger(deps.database, input, toChangeTrigger(caller));
  if (enabled) await requireReleaseTargets(deps.database, caller, releaseTargetsOf(trigger));
  if (enabled && !trigger.enabled) await requireNoFaults(deps.database, trigger);
  await switchTriggers(deps, [trigger.id], enabled, caller.username);
}

const switches = [
  { verb: 'enable', enabled: true, summaryVerb: 'Enables' },
  { verb: 'disable', enabled: false, summaryVerb: 'Disables' },
] as const;

/** Routes that enable and disable triggers, and fire a trigger manually (rest-operations.md, Triggers). */
export const triggerSwitches: readonly Route[] = [
  ...switches.flatMap(({ verb, enabled, summaryVerb }) => [
    route({
      method: 'POST',
      path: `/triggers/${verb}`,
      name: `${verb}Triggers`,
      summary: `${summaryVerb} triggers; answers those that this has changed`,
      needs: { lists: neededToChange.trigger },
      body: jsonBody(ids),
      reply: switchAnswer,
      answer: (deps, { caller, body }) => switchMany(deps, caller, body, enabled),
    }),
    route({
      method: 'POST',
      path: `/triggers/${verb}/all`,
      name: `${verb}AllTriggers`,
      summary: `${summaryVerb} all triggers; answers those that this has changed`,
      needs: { lists: neededToChange.trigger },
      reply: switchAnswer,
      answer: async (deps, { caller }) =>
        switchMany(deps, caller, await findTriggersByState(deps.database, !enabled), enabled),
    }),
    route({
      method: 'PUT',
      path: `/triggers/{triggerId}/${verb}`,
      name: `${verb}Trigger`,
      summary: `${summaryVerb} a trigger; it never fires in that moment`,
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
