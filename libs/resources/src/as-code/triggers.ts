import {
  impliedPollType,
  isObject,
  type Json,
  neededToChange,
  neededToRead,
  passwordMask,
  rootFolderId,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type FolderTitles, type Members, writeVariable } from '@slipway/formats';
import { type Folder, type TriggerRow, triggersAmong } from '@slipway/persistence';
import { parsedBy, triggerBody } from '@slipway/wire';
import { requireRight } from '../model/right.ts';
import { createTrigger, updateTrigger } from '../triggers/change.ts';
import { toChange } from '../triggers/rights.ts';
import { placeOfTrigger, renderTrigger } from '../triggers/triggers.ts';
import { severalOf } from './distinct.ts';
import { folderCalled, templateCalled, withConfigurationIds } from './naming/meant.ts';
import { folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { asRead, type CodeRun, folderOf, idOf, keyIn, lastOf, likewise, pathOf } from './run/run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Members of a rendered trigger that are not part of its definition. */
const answered = new Set(
  'id folderId title lastRunDate lastRunStatus nextFireDate triggerState executionId containerId ciUid broken warnings'.split(
    ' ',
  ),
);

/** A trigger as documents write it. */
export async function codeOfTrigger(context: CodeRun['context'], reader: Person, answer: Members): Promise<Members> {
  const naming = await namingFor(context, reader, answer);
  const called = (value: Json | undefined): Json => naming.called(text(value)) ?? text(value);
  const {
    title = '',
    template,
    releaseFolder,
    variables,
    mappedProperties,
    ...others
  } = membersWithTitles(answer, naming, folderIn(answer));
  const kept = Object.entries(others).filter(([name, value]) => !answered.has(name) && !isNothing(value));
  const mapped = mappedWith(list(mappedProperties), called);
  const values = list(variables).flatMap((each) => (isObject(each) ? [writeVariable(each, naming)] : []));
  return {
    name: title,
    ...Object.fromEntries(kept),
    ...(template !== undefined && { template: called(template) }),
    ...(releaseFolder !== undefined && { releaseFolder: called(releaseFolder) }),
    ...(mapped.length > 0 && { mappedProperties: mapped }),
    ...(values.length > 0 && { variables: values }),
  };
}

/** What is put into the template and the folder of a release, by path. */
const mappedWith = (mappings: readonly Json[], called: (value: Json) => Json): readonly Json[] =>
  mappings.map((each) =>
    isObject(each) && (each.targetProperty === 'template' || each.targetProperty === 'folder') && isText(each.value)
      ? { ...each, value: called(each.value) }
      : each,
  );

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

const triggersTitled = ({ context, ahead }: CodeRun, { id }: Folder, title: string): Promise<readonly TriggerRow[]> =>
  ahead.triggers.get(keyIn(id, title), () => triggersAmong(context.database, [id], [title]));

/**
 * The trigger of a title that the caller may view or change; unknown to all others. Throws Conflict if there are
 * several.
 */
async function knownTrigger(run: CodeRun, folder: Folder, title: string, own: string): Promise<TriggerRow | null> {
  const rows = await triggersTitled(run, folder, title);
  const callers = await (await run.me()).atAll(rows.map(placeOfTrigger));
  const [row = null, ...others] = rows.filter((_, index) => {
    const there = callers[index];
    return there?.may(neededToRead.trigger) || there?.may(neededToChange.trigger);
  });
  if (row === null || others.length === 0) return row;
  const ids = [row, ...others].slice(0, 2).map(({ trigger }) => trigger.id);
  throw severalOf('triggers', own, ids);
}

/** Variables of a trigger: a list of them, or texts by their keys. */
const variablesIn = (given: Json): readonly Json[] =>
  isObject(given)
    ? Object.entries(given).map(([key, value]) => ({ key, type: 'rel.StringVariable', value }))
    : list(given);

/** The same for what is put into the template and the folder of a release; a value may be a title that nothing has. */
async function mappedIds(run: CodeRun, mappings: readonly Json[], from: FolderTitles): Promise<readonly Json[]> {
  const mapped: Json[] = [];
  for (const each of mappings) {
    const [target, value] = isObject(each) ? [each.targetProperty, each.value] : [null, null];
    const named = isObject(each) && isText(value) ? await mappedTo(run, target, value, from) : null;
    mapped.push(isObject(each) && named !== null ? { ...each, value: named } : each);
  }
  return mapped;
}

async function mappedTo(
  run: CodeRun,
  target: Json | undefined,
  value: string,
  from: FolderTitles,
): Promise<string | null> {
  if (target === 'template') return await templateCalled(run, value, from, async () => {});
  return target === 'folder' ? await folderCalled(run, value, from) : null;
}

/** Ids in the place of the titles that a document writes. */
async function withIds(run: CodeRun, code: Members, from: FolderTitles): Promise<Members> {
  const {
    name: _,
    template,
    releaseFolder,
    variables,
    mappedProperties,
    ...fields
  } = await withConfigurationIds(run, code, { from });
  const none = async (): Promise<void> => {};
  const mapped = await mappedIds(run, list(mappedProperties), from);
  const pollType = fields.pollType ?? impliedPollType(fields.periodicity);
  return {
    ...fields,
    ...(pollType !== undefined && { pollType }),
    ...(text(template) !== '' && { template: await templateCalled(run, text(template), from, none) }),
    ...(text(releaseFolder) !== '' && { releaseFolder: await folderCalled(run, text(releaseFolder), from) }),
    ...(mappedProperties !== undefined && { mappedProperties: mapped }),
    ...(variables !== undefined && { variables: variablesIn(variables) }),
  };
}

/** Requested variables, with masks in place of passwords that are unchanged or empty. */
function withStored({ context: { seal } }: CodeRun, wanted: Members, { trigger }: TriggerRow): Members {
  if (wanted.variables === undefined) return wanted;
  const stored = new Map(trigger.variables.map((variable) => [variable.key, variable.value]));
  const variables = list(wanted.variables).map((each) => {
    if (!isObject(each) || !text(each.type).endsWith('PasswordStringVariable')) return each;
    const before = stored.get(text(each.key)) ?? null;
    const isSame = !each.value || isSealed(seal, 'variable', before, each.value);
    return before !== null && isSame ? { ...each, value: passwordMask } : each;
  });
  return { ...wanted, variables };
}

/** Numbers as texts where these are answered: a period of seconds is written as either. */
const asTexts = (members: Members, like: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'number' && typeof like[name] === 'string' ? String(value) : value,
    ]),
  );

/** Applies a document to a trigger of a folder; absent members stay. Throws Invalid, NotFound, Forbidden. */
export async function applyTrigger(run: CodeRun, { path, title, code }: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const folder = await folderOf(run, path);
  const own = pathOf(path, title);
  const row = await knownTrigger(run, folder, title, own);
  const what = `trigger '${own}'`;
  const wanted = await withIds(run, code, path);
  if (row === null) {
    run.ahead.triggers.forget(keyIn(folder.id, title));
    const folderId = folder.id === rootFolderId ? {} : { folderId: idOf(folder) };
    const body = parsedBy(triggerBody, { ...wanted, ...folderId, title }, what);
    const made = asRead(await createTrigger(context, await run.me(), body));
    const fields = differences({}, await codeOfTrigger(context, await run.me(), made));
    const touched = { of: 'trigger', id: lastOf(text(made.id)), nextFireAt: null } as const;
    run.record({ kind: 'Trigger', action: 'create', id: text(made.id), path: own, fields, touched });
    return;
  }
  const id = row.trigger.id;
  const caller = await run.me();
  // Only a caller who may change it learns that it is unchanged, because that includes its secrets.
  const named = { what: 'trigger', written: id, place: placeOfTrigger(row), view: neededToRead.trigger };
  await requireRight(toChange(caller), named);
  const answer = await run.ahead.rendered.get(id, async () => asRead(await renderTrigger(context, id, caller)));
  const before = await codeOfTrigger(context, caller, answer);
  const masked = withStored(run, wanted, row);
  const expected = asTexts(await codeOfTrigger(context, caller, { ...masked, title, folderId: idOf(folder) }), before);
  const told = differences(likewise(before, expected), expected);
  if (told.length === 0) return;
  run.ahead.triggers.forget(keyIn(folder.id, title));
  run.ahead.rendered.forget(id);
  const changed = asRead(await updateTrigger(context, caller, id, parsedBy(triggerBody, { ...masked, title }, what)));
  const fields = [...differences(before, await codeOfTrigger(context, caller, changed)), ...changedSecrets(told)];
  const touched = { of: 'trigger', id, nextFireAt: row.nextFireAt } as const;
  if (fields.length > 0)
    run.record({ kind: 'Trigger', action: 'update', id: text(changed.id), path: own, fields, touched });
}
