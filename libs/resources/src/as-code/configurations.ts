import { isObject, type Json, neededToChange, passwordMask } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type Members } from '@slipway/formats';
import { type ConfigurationView, configurationPurpose, configurationsAmong } from '@slipway/persistence';
import { configurationBody, parsedBy, readType } from '@slipway/wire';
import { changeConfiguration, createConfiguration, renderConfiguration } from '../configurations/configurations.ts';
import { requireOnConfiguration } from '../configurations/find.ts';
import { type MakesConfigurations, withConfigurationIds } from './naming/meant.ts';
import { folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { asRead, type CodeRun, folderOf, idOf, keyIn, keyOf, likewise, pathOf } from './run/run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

/** A configuration as documents write it, what it names by title. */
export async function codeOfConfiguration(
  context: CodeRun['context'],
  reader: Person,
  answer: Members,
): Promise<Members> {
  return membersWithTitles(shortly(answer), await namingFor(context, reader, answer), folderIn(answer));
}

function shortly({ id: _, folderId: __, title, type, variableMapping, ...fields }: Members): Members {
  const isMapped = isObject(variableMapping) && Object.keys(variableMapping).length > 0;
  const mapped: Members = isMapped ? { variableMapping } : {};
  return {
    name: title ?? '',
    ...(type !== undefined && { type }),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    ...mapped,
  };
}

/** Whether a secret of a document stays as it is stored; `pointer` is its place, such as `/proxy/password`. */
type StaysStored = (value: Json, stored: string, pointer: string) => boolean;

/** An empty secret keeps the stored one. */
const isEmpty: StaysStored = (value) => value === '';

const equals =
  ({ context: { seal } }: CodeRun, { id }: ConfigurationView): StaysStored =>
  (value, stored, pointer) =>
    value === '' || isSealed(seal, configurationPurpose(id, pointer), stored, value);

/** Masks the secrets of a document that stay as they are stored. */
function withStored(wanted: Members, { secrets }: ConfigurationView, stays: StaysStored): Members {
  const walk = (members: Members, above: string): Members =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]): [string, Json] => {
        const pointer = `${above}/${name}`;
        const stored = secrets[pointer];
        if (isObject(value)) return [name, walk(value, pointer)];
        return [name, stored !== undefined && stays(value, stored, pointer) ? passwordMask : value];
      }),
    );
  return walk(wanted, '');
}

/**
 * Applies a document to a configuration of a folder, or a global one; absent members stay. Throws Invalid, Conflict,
 * NotFound, Forbidden.
 */
export async function applyConfiguration(run: CodeRun, item: CodeItemOf<'typed'>): Promise<void> {
  const { waiting, making } = run.typed;
  const key = keyOf(item.path, item.title);
  const all = waiting.get(key) ?? [];
  if (!all.includes(item)) return;
  waiting.set(
    key,
    all.filter((each) => each !== item),
  );
  making.add(key);
  await asWritten(run, item);
  making.delete(key);
}

/** Looks again at what was made without something that waited for it. Throws what applying throws. */
export async function applyAgain(run: CodeRun): Promise<void> {
  for (const item of run.typed.again.splice(0)) {
    run.typed.waiting.set(keyOf(item.path, item.title), [item]);
    await applyConfiguration(run, item);
    await run.breathe();
  }
}

/**
 * The document of a configuration with ids in place of titles. The configurations that it names are created before it,
 * if possible.
 */
async function withIds(run: CodeRun, item: CodeItemOf<'typed'>): Promise<Members> {
  const { name: _, ...code } = item.code;
  let isOpen = false;
  const ahead: MakesConfigurations = async (place, title) => {
    const key = keyOf(place, title);
    for (const other of run.typed.waiting.get(key) ?? []) await applyConfiguration(run, other);
    return run.typed.making.has(key);
  };
  const onOpen = (): void => {
    isOpen = true;
  };
  const named = await withConfigurationIds(run, code, { from: item.path, ahead, onOpen });
  if (isOpen) run.typed.again.push(item);
  return named;
}

async function asWritten(run: CodeRun, item: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const { path, title } = item;
  const folder = path.length === 0 ? null : await folderOf(run, path);
  const { type, ...fields } = await withIds(run, item);
  const written = typeof type === 'string' ? type : '';
  const known = readType(written, context.typePrefix);
  const folderId = folder?.id ?? null;
  const key = keyIn(folderId, title);
  const among = await run.ahead.configurations.get(key, async () => {
    const found = await configurationsAmong(context.database, folder === null ? [] : [folder.id], [title]);
    return found.filter((each) => each.folderId === folderId);
  });
  const view = among.find((each) => each.type === known) ?? null;
  const own = pathOf(path, title);
  if (view !== null) return await changeAsWritten(run, view, { own, fields, type: written });
  run.ahead.configurations.forget(key);
  const body = { ...fields, type: written, title, ...(folder && { folderId: idOf(folder) }) };
  const sent = parsedBy(configurationBody, body, `configuration '${own}'`);
  const made = asRead(await createConfiguration(context, await run.me(), sent));
  const given = differences({}, await codeOfConfiguration(context, await run.me(), made));
  run.record({ kind: 'Configuration', action: 'create', id: String(made.id), path: own, fields: given, touched: null });
}

interface Wanted {
  readonly own: string;
  readonly type: string;
  readonly fields: Members;
}

async function changeAsWritten(run: CodeRun, view: ConfigurationView, { own, type, fields }: Wanted): Promise<void> {
  const { context } = run;
  const { id, title, folderId } = view;
  const caller = await run.me();
  // Only a caller who may change it learns that it is unchanged, because that includes its secrets.
  await requireOnConfiguration({ caller, anyOf: [neededToChange.configuration] }, view, own);
  const codeOf = (answer: Members): Promise<Members> => codeOfConfiguration(context, caller, answer);
  const before = await codeOf(asRead(renderConfiguration(context, view)));
  const wanted = withStored(fields, view, equals(run, view));
  const code = await codeOf({ ...wanted, type, title, folderId: view.folderPath?.join('/') ?? '' });
  const expected = differences(likewise(before, wanted), likewise(code, wanted));
  if (expected.length === 0) return;
  run.ahead.configurations.forget(keyIn(folderId, title));
  // a secret in clear may go to another server, also if it equals the stored one
  const body = { ...withStored(fields, view, isEmpty), type, title };
  const sent = parsedBy(configurationBody, body, `configuration '${own}'`);
  const changed = asRead(await changeConfiguration(context, caller, view, sent));
  const all = [...differences(before, await codeOf(changed)), ...changedSecrets(expected)];
  const touched = { of: 'configuration', id, title, folderId } as const;
  if (all.length > 0)
    run.record({ kind: 'Configuration', action: 'update', id: String(changed.id), path: own, fields: all, touched });
}
