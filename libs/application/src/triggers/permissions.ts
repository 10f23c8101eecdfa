import type { TriggerPageResponse } from '@slipway/api-schema/triggers';
import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { clip, Forbidden, missingPermission, NotFound } from '@slipway/domain/model';
import { neededInFolder, neededToChange, neededToRead, requireNewRelease } from '@slipway/domain/people';
import { type Mapping, mappingsOf, mayChooseTarget, type Trigger } from '@slipway/domain/triggers';
import type { PermissionScope, Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { readTitles, type TriggerRow } from '@slipway/persistence/triggers';
import { getFolder } from '../folders/find.ts';
import type { ReadContext } from '../model/context.ts';
import { renderContextFor } from '../model/render-context.ts';
import { permissionScope, requirePermissionAt } from '../model/require-permission.ts';
import { getReleaseLocation } from '../plans/find.ts';
import { templateLookup, triggerScope } from './triggers.ts';

/** The permissions to change and to view triggers. */
export const permissionToChange = (caller: Person) => ({ caller, anyOf: [neededToChange.trigger] }) as const;

/** The members that determine where a trigger creates releases. */
type ReleaseTargets = Pick<Trigger, 'templateId' | 'releaseFolder'> & { readonly mappings: readonly Mapping[] };

export const releaseTargetsOf = (trigger: Trigger): ReleaseTargets => ({ ...trigger, mappings: mappingsOf(trigger) });

/**
 * Checks the permission to create the releases of a trigger manually, because the trigger fires with the permissions of
 * its author (permissions.md, section 2). If events determine the template or the folder, this is the permission to
 * create releases from any template. Throws Forbidden, NotFound.
 */
export async function requireReleaseTargets(
  database: Database,
  caller: Person,
  releaseTargets: ReleaseTargets,
): Promise<void> {
  const { templateId, releaseFolder } = releaseTargets;
  const mayCreateAny = caller.hasPermission(neededToChange.releaseOfAny);
  if (mayChooseTarget(releaseTargets)) {
    if (!mayCreateAny) throw missingPermission(neededToChange.releaseOfAny, rootFolderId);
    return;
  }
  const targetFolderId = releaseFolder ? await targetFolder(database, caller, releaseFolder) : null;
  if (templateId === null || (mayCreateAny && targetFolderId === null)) return;
  const { access: attributes } = await getReleaseLocation(database, caller, templateId, {
    ...templateLookup,
    what: 'template',
  });
  const folderId = targetFolderId ?? attributes.folderId;
  const [atTemplate, there] = [await caller.callerAt(permissionScope(attributes)), await caller.callerAt({ folderId })];
  const creation = { caller: atTemplate, callerAtTarget: there, folderId, starts: false, owner: null };
  requireNewRelease({ id: templateId, folderId: attributes.folderId }, creation);
}

/**
 * Returns the target folder of releases, in which the caller can view the folder or create releases. Throws NotFound.
 */
async function targetFolder(database: Database, caller: Person, rawId: string): Promise<string> {
  const anyOf = [neededToRead.folder, neededToChange.newRelease] as const;
  return (await getFolder(database, rawId, { caller, anyOf })).id;
}

/**
 * Checks the permission to create a trigger in a folder. At the top level, this is the permission to create templates
 * there. Throws Forbidden, NotFound.
 */
export async function requireNewTrigger(caller: Person, folderId: string, rawId: string): Promise<void> {
  const anyOf = [neededInFolder('createTrigger', folderId)] as const;
  const view = folderId === rootFolderId ? null : neededToRead.folder;
  await requirePermissionAt({ caller, anyOf }, { label: 'folder', rawId: clip(rawId), scope: { folderId }, view });
}

/**
 * Checks that the creator of a top-level trigger can view it. Without a template, the trigger has no teams, so only a
 * user who can view everything may receive the response. Throws Forbidden.
 */
export async function requireVisibleAtTop(caller: Person, template: PermissionScope | null): Promise<void> {
  const scope = template ?? { folderId: rootFolderId };
  const permissionRequest = { caller, anyOf: [neededToRead.trigger] } as const;
  await requirePermissionAt(permissionRequest, { label: 'folder', rawId: rootFolderId, scope, view: null });
}

/**
 * The result of `changeable`: `rows` are the triggers to change. `notPermitted` are those that the caller may not
 * enable.
 */
export interface Changeable {
  readonly rows: readonly TriggerRow[];
  readonly notPermitted: readonly TriggerRow[];
}

/**
 * Returns the triggers that the caller may change. To enable a trigger also requires the permission to create its
 * releases.
 */
export async function changeable(
  database: Database,
  caller: Person,
  rows: readonly TriggerRow[],
  enabled: boolean,
): Promise<Changeable> {
  const there = await caller.callersAt(rows.map(triggerScope));
  const changeableRows = rows.filter((_, index) => there[index]?.may(neededToChange.trigger));
  if (!enabled) return { rows: changeableRows, notPermitted: [] };
  const atTemplates = await caller.callersAt(changeableRows.map(templateScope));
  const permitted: TriggerRow[] = [];
  const withoutTargetPermission: TriggerRow[] = [];
  for (const [index, row] of changeableRows.entries()) {
    const atTemplate = atTemplates[index];
    const mayEnable = atTemplate !== undefined && (await mayCreateReleases(database, caller, row, atTemplate));
    (mayEnable ? permitted : withoutTargetPermission).push(row);
  }
  return { rows: permitted, notPermitted: withoutTargetPermission };
}

/**
 * Returns whether the caller may create the releases of a trigger. Reads the database only for releases in a target
 * folder.
 */
async function mayCreateReleases(
  database: Database,
  caller: Person,
  { trigger }: TriggerRow,
  there: Caller,
): Promise<boolean> {
  const releaseTargets = releaseTargetsOf(trigger);
  if (mayChooseTarget(releaseTargets)) return caller.hasPermission(neededToChange.releaseOfAny);
  if (!trigger.releaseFolder) {
    const isFree = trigger.templateId === null;
    return isFree || [neededToChange.newRelease, neededToChange.releaseOfAny].some((candidate) => there.may(candidate));
  }
  try {
    await requireReleaseTargets(database, caller, releaseTargets);
    return true;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return false;
    throw error;
  }
}

/** Returns the triggers that the caller can view. */
export async function visibleTriggers(caller: Person, rows: readonly TriggerRow[]): Promise<readonly TriggerRow[]> {
  const there = await caller.callersAt(rows.map(triggerScope));
  return rows.filter((_, index) => there[index]?.may(neededToRead.trigger));
}

const templateScope = ({ trigger, templatePath }: TriggerRow): PermissionScope => ({
  folderId: templatePath?.at(-1) ?? rootFolderId,
  releaseId: trigger.templateId,
});

/** Returns the rendering context of triggers, for a caller who can view them. */
export async function renderTriggerContext(
  context: ReadContext,
  rows: readonly TriggerRow[],
  caller: Person,
): Promise<NonNullable<TriggerPageResponse['$metadata']>> {
  const { database } = context;
  const folders = new Map(rows.map(({ trigger, folderPath }) => [trigger.folderId, folderPath.join('/')]));
  const templates = rows.flatMap(({ trigger }) => trigger.templateId ?? []);
  const [titles, callers, { elsewhere }, { rows: changeableRows }] = await Promise.all([
    readTitles(database, [...folders.keys()], templates),
    caller.callersAt(Array.from(folders.keys(), (folderId) => ({ folderId }))),
    renderContextFor(context, templates, caller),
    changeable(database, caller, rows, false),
  ]);
  const visible = [...folders].filter((_, index) => callers[index]?.may(neededToRead.folder));
  const titleEntries = [...visible, ...elsewhere].flatMap(([id, fullId]): [string, string][] => {
    const title = titles.get(id);
    return title === undefined ? [] : [[fullId, title]];
  });
  const idOf = ({ trigger, folderPath }: TriggerRow): string => [...folderPath, trigger.id].join('/');
  const isChangeable = new Set(changeableRows);
  const unchangeableRows = rows.filter((row) => !isChangeable.has(row));
  return {
    titles: Object.fromEntries(titleEntries),
    changeable: changeableRows.map(idOf),
    lacking: Object.fromEntries(unchangeableRows.map((row) => [idOf(row), neededToChange.trigger])),
  };
}
