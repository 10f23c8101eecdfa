import { parseAs } from '@slipway/api-schema/as-code';
import { triggerBody } from '@slipway/api-schema/triggers';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { isObject, type Json, passwordMask } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { impliedPollType } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type FolderTitles, type Members, writeVariable } from '@slipway/formats';
import type { Folder } from '@slipway/persistence/folders';
import { findTriggersInFolders, type TriggerRow } from '@slipway/persistence/triggers';
import { requirePermissionAt } from '../model/require-permission.ts';
import { createTrigger, updateTrigger } from '../triggers/change.ts';
import { permissionToChange } from '../triggers/permissions.ts';
import { renderTrigger, triggerScope } from '../triggers/triggers.ts';
import { ambiguousTitle } from './distinct-items.ts';
import { folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { resolveFolder, resolveTemplate, withConfigurationIds } from './naming/resolve-names.ts';
import {
  asClientJson,
  type CodeRun,
  folderKey,
  fullIdOf,
  getFolderByTitles,
  lastSegmentOf,
  pathOf,
  pickMembers,
} from './run/run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Members of a rendered trigger that are not part of its definition. */
const computedMembers = new Set(
  'id folderId title lastRunDate lastRunStatus nextFireDate triggerState executionId containerId ciUid broken brokenMessages warnings warningMessages runRefusal'.split(
    ' ',
  ),
);

/** Renders a trigger as a document contains it. */
export async function codeOfTrigger(context: CodeRun['context'], reader: Person, answer: Members): Promise<Members> {
  const naming = await namingFor(context, reader, answer);
  const nameOf = (value: Json | undefined): Json => naming.nameOf(text(value)) ?? text(value);
  const {
    title = '',
    template,
    releaseFolder,
    variables,
    mappedProperties,
    ...otherMembers
  } = membersWithTitles(answer, naming, folderIn(answer));
  const definition = Object.entries(otherMembers).filter(
    ([name, value]) => !computedMembers.has(name) && !isUnset(value),
  );
  const mapped = mapPaths(list(mappedProperties), nameOf);
  const values = list(variables).flatMap((item) => (isObject(item) ? [writeVariable(item, naming)] : []));
  return {
    name: title,
    ...Object.fromEntries(definition),
    ...(template !== undefined && { template: nameOf(template) }),
    ...(releaseFolder !== undefined && { releaseFolder: nameOf(releaseFolder) }),
    ...(mapped.length > 0 && { mappedProperties: mapped }),
    ...(values.length > 0 && { variables: values }),
  };
}

/** Replaces the ids of templates and folders in mapped properties by paths. */
const mapPaths = (mappings: readonly Json[], nameOf: (value: Json) => Json): readonly Json[] =>
  mappings.map((item) =>
    isObject(item) && (item.targetProperty === 'template' || item.targetProperty === 'folder') && isText(item.value)
      ? { ...item, value: nameOf(item.value) }
      : item,
  );

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

const isUnset = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

const triggersWithTitle = (
  { context, preloaded }: CodeRun,
  { id }: Folder,
  title: string,
): Promise<readonly TriggerRow[]> =>
  preloaded.triggers.get(folderKey(id, title), () => findTriggersInFolders(context.database, [id], [title]));

/**
 * Returns the trigger with this title that the caller can view or change, or null. Throws Conflict if there are
 * several.
 */
async function visibleTrigger(run: CodeRun, folder: Folder, title: string, own: string): Promise<TriggerRow | null> {
  const rows = await triggersWithTitle(run, folder, title);
  const callers = await (await run.me()).callersAt(rows.map(triggerScope));
  const [row = null, ...others] = rows.filter((_, index) => {
    const callerHere = callers[index];
    return callerHere?.may(neededToRead.trigger) || callerHere?.may(neededToChange.trigger);
  });
  if (row === null || others.length === 0) return row;
  const ids = [row, ...others].slice(0, 2).map(({ trigger }) => trigger.id);
  throw ambiguousTitle('document.ambiguousTrigger', own, ids);
}

/** Returns the variables of a trigger in a document: a list of variables, or an object of texts by key. */
const variablesIn = (codeVariables: Json): readonly Json[] =>
  isObject(codeVariables)
    ? Object.entries(codeVariables).map(([key, value]) => ({ key, type: 'rel.StringVariable', value }))
    : list(codeVariables);

/** Replaces paths of templates and folders in mapped properties by ids. A value without a match stays. */
async function resolveMappings(run: CodeRun, mappings: readonly Json[], from: FolderTitles): Promise<readonly Json[]> {
  const mapped: Json[] = [];
  for (const item of mappings) {
    const [target, value] = isObject(item) ? [item.targetProperty, item.value] : [null, null];
    const resolved = isObject(item) && isText(value) ? await resolveMapped(run, target, value, from) : null;
    mapped.push(isObject(item) && resolved !== null ? { ...item, value: resolved } : item);
  }
  return mapped;
}

async function resolveMapped(
  run: CodeRun,
  target: Json | undefined,
  value: string,
  from: FolderTitles,
): Promise<string | null> {
  if (target === 'template') return await resolveTemplate(run, value, from, async () => {});
  return target === 'folder' ? await resolveFolder(run, value, from) : null;
}

/** Returns the members of a document with ids instead of titles. */
async function withIds(run: CodeRun, code: Members, from: FolderTitles): Promise<Members> {
  const {
    name: _,
    template,
    releaseFolder,
    variables,
    mappedProperties,
    ...fields
  } = await withConfigurationIds(run, code, { from });
  const nothingPending = async (): Promise<void> => {};
  const mapped = await resolveMappings(run, list(mappedProperties), from);
  const pollType = fields.pollType ?? impliedPollType(fields.periodicity);
  return {
    ...fields,
    ...(pollType !== undefined && { pollType }),
    ...(text(template) !== '' && { template: await resolveTemplate(run, text(template), from, nothingPending) }),
    ...(text(releaseFolder) !== '' && { releaseFolder: await resolveFolder(run, text(releaseFolder), from) }),
    ...(mappedProperties !== undefined && { mappedProperties: mapped }),
    ...(variables !== undefined && { variables: variablesIn(variables) }),
  };
}

/** Replaces unchanged or empty passwords in the requested variables by masks, which keep the stored values. */
function withMasks({ context: { seal } }: CodeRun, requested: Members, { trigger }: TriggerRow): Members {
  if (requested.variables === undefined) return requested;
  const stored = new Map(trigger.variables.map((variable) => [variable.key, variable.value]));
  const variables = list(requested.variables).map((item) => {
    if (!isObject(item) || !text(item.type).endsWith('PasswordStringVariable')) return item;
    const before = stored.get(text(item.key)) ?? null;
    const isSame = !item.value || isSealed(seal, 'variable', before, item.value);
    return before !== null && isSame ? { ...item, value: passwordMask } : item;
  });
  return { ...requested, variables };
}

/** Converts numbers to texts if `reference` has a text: a period in seconds can be a number or a text. */
const asTexts = (members: Members, reference: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'number' && typeof reference[name] === 'string' ? String(value) : value,
    ]),
  );

/** Applies a document to a trigger of a folder; absent members stay. Throws Invalid, NotFound, Forbidden. */
export async function applyTrigger(run: CodeRun, { path, title, code }: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const folder = await getFolderByTitles(run, path);
  const own = pathOf(path, title);
  const row = await visibleTrigger(run, folder, title, own);
  const part = message('part.trigger', { title: own });
  const requested = await withIds(run, code, path);
  if (row === null) {
    run.preloaded.triggers.evict(folderKey(folder.id, title));
    const folderId = folder.id === rootFolderId ? {} : { folderId: fullIdOf(folder) };
    const body = parseAs(triggerBody, { ...requested, ...folderId, title }, part);
    const created = asClientJson(await createTrigger(context, await run.me(), body));
    const fields = differences({}, await codeOfTrigger(context, await run.me(), created));
    const touched = { of: 'trigger', id: lastSegmentOf(text(created.id)), nextFireAt: null } as const;
    run.record({ kind: 'Trigger', action: 'create', id: text(created.id), path: own, fields, touched });
    return;
  }
  const id = row.trigger.id;
  const caller = await run.me();
  // The comparison includes secrets, so only a caller who may change the trigger learns that it is unchanged.
  const resolved = { label: 'trigger' as const, rawId: id, scope: triggerScope(row), view: neededToRead.trigger };
  await requirePermissionAt(permissionToChange(caller), resolved);
  const answer = await run.preloaded.rendered.get(id, async () =>
    asClientJson(await renderTrigger(context, id, caller)),
  );
  const before = await codeOfTrigger(context, caller, answer);
  const masked = withMasks(run, requested, row);
  const expectedCode = asTexts(
    await codeOfTrigger(context, caller, { ...masked, title, folderId: fullIdOf(folder) }),
    before,
  );
  const expectedChanges = differences(pickMembers(before, expectedCode), expectedCode);
  if (expectedChanges.length === 0) return;
  run.preloaded.triggers.evict(folderKey(folder.id, title));
  run.preloaded.rendered.evict(id);
  const changed = asClientJson(
    await updateTrigger(context, caller, id, parseAs(triggerBody, { ...masked, title }, part)),
  );
  const fields = [
    ...differences(before, await codeOfTrigger(context, caller, changed)),
    ...changedSecrets(expectedChanges),
  ];
  const touched = { of: 'trigger', id, nextFireAt: row.nextFireAt } as const;
  if (fields.length > 0)
    run.record({ kind: 'Trigger', action: 'update', id: text(changed.id), path: own, fields, touched });
}
