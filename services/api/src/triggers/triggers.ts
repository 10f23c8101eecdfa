import {
  clip,
  fixedTemplate,
  Invalid,
  idCandidates,
  NotFound,
  rootFolderId,
  type Trigger,
  type TriggerPatch,
} from '@slipway/domain';
import { findTrigger, readTriggers, type TriggerRow } from '@slipway/persistence';
import { folderNamed, showTrigger, type TriggerBody, type triggerAnswer, triggerPatch } from '@slipway/wire';
import type { z } from 'zod';
import { configurationView } from '../configurations/configurations.ts';
import type { Deps } from '../context/deps.ts';
import { showFor } from '../context/show-for.ts';
import { templateView } from '../plans/reads.ts';
import { requireScript } from '../scripts/require-script.ts';

/** A trigger that an id in any of its forms names. Throws NotFound. */
export async function triggerRow({ database }: Pick<Deps, 'database'>, written: string): Promise<TriggerRow> {
  const row = await findTrigger(database, idCandidates('Trigger', written));
  if (row === null) throw new NotFound(`there is no trigger '${clip(written)}'`);
  return row;
}

/** Renders triggers: at most one statement. */
export async function shownTriggers(
  deps: Deps,
  rows: readonly TriggerRow[],
): Promise<readonly z.output<typeof triggerAnswer>[]> {
  const show = await showFor(
    deps,
    rows.flatMap(({ trigger }) => trigger.templateId ?? []),
  );
  return rows.map((row) => showTrigger(row, show));
}

/** Renders one trigger as it is now. Throws NotFound. */
export async function shownTrigger(deps: Deps, id: string): Promise<z.output<typeof triggerAnswer>> {
  const [shown] = await shownTriggers(deps, [await triggerRow(deps, id)]);
  if (shown === undefined) throw new Error('a trigger was not rendered');
  return shown;
}

/** The full ids of triggers. */
export async function fullTriggerIds(deps: Deps, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await readTriggers(deps.database, ids);
  return rows.map(({ trigger, folderPath }) => [...folderPath, trigger.id].join('/')).toSorted();
}

/**
 * A folder for releases that is there when it is named, unless it has placeholders: a slip of the pen would be seen
 * when the trigger fires, which may be at night.
 */
async function requireFolder({ database }: Deps, releaseFolder: string | null | undefined): Promise<void> {
  if (releaseFolder && !releaseFolder.includes('${')) await folderNamed(database, releaseFolder);
}

/**
 * What a body says of a trigger, ids looked up; `before` is the trigger that it changes. Without a folder of its own a
 * new one hangs under the folder of its template. Throws Invalid, NotFound for a template or a folder that does not
 * exist.
 */
export async function patchOf(deps: Deps, body: TriggerBody, before?: Trigger): Promise<TriggerPatch> {
  const sent = triggerPatch(body, deps.config.typePrefix);
  const { eventFilter, releaseFolder } = sent;
  if (releaseFolder !== before?.releaseFolder) await requireFolder(deps, releaseFolder);
  if (eventFilter?.type === 'events.JythonEventFilter') await requireScript(deps, eventFilter.expr, 'eventFilter.expr');
  const fixed = fixedTemplate(sent.mappedProperties ?? []);
  // a mapping that names one template for every event is the trigger's own template
  const patch = fixed === null ? sent : { ...sent, mappedProperties: withoutTemplate(sent) };
  const { folderId, eventSource } = body;
  const template = fixed ?? body.template;
  return {
    ...patch,
    ...(eventSource && { eventSource: await sourceId(deps, eventSource) }),
    ...(template !== undefined && {
      templateId: template ? (await templateView(deps, template, false)).release.id : null,
    }),
    ...(folderId && { folderId: (await folderNamed(deps.database, folderId)).id }),
  };
}

const withoutTemplate = ({ mappedProperties = [] }: TriggerPatch) =>
  mappedProperties.filter(({ targetProperty }) => targetProperty !== 'template');

async function sourceId(deps: Deps, written: string): Promise<string> {
  const { id, path, eventSource } = await configurationView(deps, written);
  if (path !== null || eventSource !== null) return id;
  throw new Invalid(`eventSource: '${clip(written)}' is no webhook endpoint and no event source`);
}

/** The folder of a new trigger that names none. */
export const folderFor = async (deps: Deps, templateId: string | null | undefined): Promise<string> =>
  templateId ? (await templateView(deps, templateId, false)).release.folderId : rootFolderId;
