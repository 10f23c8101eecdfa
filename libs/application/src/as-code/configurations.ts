import { parseAs } from '@slipway/api-schema/as-code';
import { configurationBody } from '@slipway/api-schema/configurations';
import { readType } from '@slipway/api-schema/format';
import { message } from '@slipway/domain/messages';
import { isObject, type Json, passwordMask } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type Members } from '@slipway/formats';
import { type ConfigurationView, findConfigurationsInFolders } from '@slipway/persistence/configurations';
import { configurationPurpose } from '@slipway/persistence/secrets';
import { changeConfiguration, createConfiguration, renderConfiguration } from '../configurations/configurations.ts';
import { requireConfigurationPermission } from '../configurations/find.ts';
import { folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { type CreateConfigurations, withConfigurationIds } from './naming/resolve-names.ts';
import {
  asClientJson,
  type CodeRun,
  folderKey,
  fullIdOf,
  getFolderByTitles,
  pathOf,
  pickMembers,
  titleKey,
} from './run/run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

/** Returns the document of a configuration, with titles instead of the ids of other configurations. */
export async function codeOfConfiguration(
  context: CodeRun['context'],
  reader: Person,
  answer: Members,
): Promise<Members> {
  return membersWithTitles(withoutDefaults(answer), await namingFor(context, reader, answer), folderIn(answer));
}

function withoutDefaults({ id: _, folderId: __, title, type, variableMapping, ...fields }: Members): Members {
  const isMapped = isObject(variableMapping) && Object.keys(variableMapping).length > 0;
  const mapped: Members = isMapped ? { variableMapping } : {};
  return {
    name: title ?? '',
    ...(type !== undefined && { type }),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    ...mapped,
  };
}

/** Whether a secret in a document keeps its stored value. `pointer` is its JSON pointer, such as `/proxy/password`. */
type IsUnchangedSecret = (value: Json, stored: string, pointer: string) => boolean;

/** An empty secret keeps the stored one. */
const isEmpty: IsUnchangedSecret = (value) => value === '';

const equals =
  ({ context: { seal } }: CodeRun, { id }: ConfigurationView): IsUnchangedSecret =>
  (value, stored, pointer) =>
    value === '' || isSealed(seal, configurationPurpose(id, pointer), stored, value);

/** Replaces each secret of a document that keeps its stored value by a mask. */
function withMasks(requested: Members, { secrets }: ConfigurationView, staysStored: IsUnchangedSecret): Members {
  const walk = (members: Members, above: string): Members =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]): [string, Json] => {
        const pointer = `${above}/${name}`;
        const stored = secrets[pointer];
        if (isObject(value)) return [name, walk(value, pointer)];
        return [name, stored !== undefined && staysStored(value, stored, pointer) ? passwordMask : value];
      }),
    );
  return walk(requested, '');
}

/**
 * Applies a document to a configuration of a folder, or a global one; absent members stay. Throws Invalid, Conflict,
 * NotFound, Forbidden.
 */
export async function applyConfiguration(run: CodeRun, item: CodeItemOf<'typed'>): Promise<void> {
  const { waiting, applying } = run.configurationQueue;
  const key = titleKey(item.path, item.title);
  const pendingItems = waiting.get(key) ?? [];
  if (!pendingItems.includes(item)) return;
  waiting.set(
    key,
    pendingItems.filter((candidate) => candidate !== item),
  );
  applying.add(key);
  await applyItem(run, item);
  applying.delete(key);
}

/**
 * Applies the documents again that were applied without a reference to a pending configuration. Throws the errors of
 * `applyConfiguration`.
 */
export async function applyDeferred(run: CodeRun): Promise<void> {
  for (const item of run.configurationQueue.deferred.splice(0)) {
    run.configurationQueue.waiting.set(titleKey(item.path, item.title), [item]);
    await applyConfiguration(run, item);
    await run.yieldAndKeepAlive();
  }
}

/**
 * Returns the document of a configuration with ids instead of titles. Configurations that it refers to are created
 * first, if possible.
 */
async function withIds(run: CodeRun, item: CodeItemOf<'typed'>): Promise<Members> {
  const { name: _, ...code } = item.code;
  let isOpen = false;
  const createPending: CreateConfigurations = async (folderTitles, title) => {
    const key = titleKey(folderTitles, title);
    for (const otherItem of run.configurationQueue.waiting.get(key) ?? []) await applyConfiguration(run, otherItem);
    return run.configurationQueue.applying.has(key);
  };
  const onOpen = (): void => {
    isOpen = true;
  };
  const resolved = await withConfigurationIds(run, code, { from: item.path, ahead: createPending, onOpen });
  if (isOpen) run.configurationQueue.deferred.push(item);
  return resolved;
}

async function applyItem(run: CodeRun, item: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const { path, title } = item;
  const folder = path.length === 0 ? null : await getFolderByTitles(run, path);
  const { type, ...fields } = await withIds(run, item);
  const rawType = typeof type === 'string' ? type : '';
  const typeName = readType(rawType, context.typePrefix);
  const folderId = folder?.id ?? null;
  const key = folderKey(folderId, title);
  const candidates = await run.preloaded.configurations.get(key, async () => {
    const matches = await findConfigurationsInFolders(context.database, folder === null ? [] : [folder.id], [title]);
    return matches.filter((candidate) => candidate.folderId === folderId);
  });
  const view = candidates.find((candidate) => candidate.type === typeName) ?? null;
  const own = pathOf(path, title);
  if (view !== null) return await changeConfigurationTo(run, view, { own, fields, type: rawType });
  run.preloaded.configurations.evict(key);
  const body = { ...fields, type: rawType, title, ...(folder && { folderId: fullIdOf(folder) }) };
  const parsedBody = parseAs(configurationBody, body, message('part.configuration', { title: own }));
  const saved = asClientJson(await createConfiguration(context, await run.me(), parsedBody));
  const createdFields = differences({}, await codeOfConfiguration(context, await run.me(), saved));
  run.record({
    kind: 'Configuration',
    action: 'create',
    id: String(saved.id),
    path: own,
    fields: createdFields,
    touched: null,
  });
}

interface RequestedChange {
  readonly own: string;
  readonly type: string;
  readonly fields: Members;
}

async function changeConfigurationTo(
  run: CodeRun,
  view: ConfigurationView,
  { own, type, fields }: RequestedChange,
): Promise<void> {
  const { context } = run;
  const { id, title, folderId } = view;
  const caller = await run.me();
  // The comparison includes secrets, so only a caller who may change the configuration learns that it is unchanged.
  await requireConfigurationPermission({ caller, anyOf: [neededToChange.configuration] }, view, own);
  const codeOf = (answer: Members): Promise<Members> => codeOfConfiguration(context, caller, answer);
  const before = await codeOf(asClientJson(renderConfiguration(context, view)));
  const requested = withMasks(fields, view, equals(run, view));
  const code = await codeOf({ ...requested, type, title, folderId: view.folderPath?.join('/') ?? '' });
  const expectedChanges = differences(pickMembers(before, requested), pickMembers(code, requested));
  if (expectedChanges.length === 0) return;
  run.preloaded.configurations.evict(folderKey(folderId, title));
  // A secret in clear text may be sent to another server, even if it equals the stored one.
  const body = { ...withMasks(fields, view, isEmpty), type, title };
  const parsedBody = parseAs(configurationBody, body, message('part.configuration', { title: own }));
  const changed = asClientJson(await changeConfiguration(context, caller, view, parsedBody));
  const pendingItems = [...differences(before, await codeOf(changed)), ...changedSecrets(expectedChanges)];
  const touched = { of: 'configuration', id, title, folderId } as const;
  if (pendingItems.length > 0)
    run.record({
      kind: 'Configuration',
      action: 'update',
      id: String(changed.id),
      path: own,
      fields: pendingItems,
      touched,
    });
}
