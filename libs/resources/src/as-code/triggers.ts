import { isObject, type Json, passwordMask, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type FolderTitles, type Members, writeVariable } from '@slipway/formats';
import { allInSight, type Folder, searchTriggers, type TriggerRow } from '@slipway/persistence';
import { parsedBy, triggerBody } from '@slipway/wire';
import { createTrigger, updateTrigger } from '../triggers/change.ts';
import { toChange } from '../triggers/rights.ts';
import { renderTrigger, triggerNamed } from '../triggers/triggers.ts';
import { configurationCalled, folderCalled, namingFor, templateCalled } from './names.ts';
import { asRead, type CodeRun, folderOf, idOf, likewise, pathOf } from './run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** What answers tell of a trigger that is no part of what was planned. */
const answered = new Set(
  'id folderId title lastRunDate lastRunStatus nextFireDate triggerState executionId containerId ciUid'.split(' '),
);

/** A trigger as documents write it. */
export async function codeOfTrigger(context: CodeRun['context'], reader: Person, answer: Members): Promise<Members> {
  const naming = await namingFor(context, reader, answer);
  const { title = '', template, releaseFolder, eventSource, variables, ...others } = answer;
  const kept = Object.entries(others).filter(([name, value]) => !answered.has(name) && !isNothing(value));
  const called = (value: Json | undefined): Json => naming.called(text(value)) ?? text(value);
  const values = list(variables).flatMap((each) => (isObject(each) ? [writeVariable(each, naming)] : []));
  return {
    name: title,
    ...Object.fromEntries(kept),
    ...(template !== undefined && { template: called(template) }),
    ...(releaseFolder !== undefined && { releaseFolder: called(releaseFolder) }),
    ...(eventSource !== undefined && { eventSource: called(eventSource) }),
    ...(values.length > 0 && { variables: values }),
  };
}

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

async function triggerTitled({ context }: CodeRun, { id }: Folder, title: string): Promise<TriggerRow | null> {
  const filter = { folderId: id, triggerTitle: title };
  const { triggers } = await searchTriggers(context.database, filter, allInSight, { limit: 1_000, offset: 0 });
  return triggers.find(({ trigger }) => trigger.folderId === id && trigger.title === title) ?? null;
}

/** Variables of a trigger: a list of them, or texts by their keys. */
const variablesIn = (given: Json): readonly Json[] =>
  isObject(given)
    ? Object.entries(given).map(([key, value]) => ({ key, type: 'rel.StringVariable', value }))
    : list(given);

/** Ids in the place of the titles that a document writes. */
async function withIds(run: CodeRun, code: Members, from: FolderTitles, folder: Folder): Promise<Members> {
  const { name: _, template, releaseFolder, eventSource, variables, ...fields } = code;
  const none = async (): Promise<void> => {};
  return {
    ...fields,
    ...(text(template) !== '' && { template: await templateCalled(run, text(template), from, none) }),
    ...(text(releaseFolder) !== '' && { releaseFolder: await folderCalled(run, text(releaseFolder), from) }),
    ...(text(eventSource) !== '' && { eventSource: await configurationCalled(run, text(eventSource), folder.path) }),
    ...(variables !== undefined && { variables: variablesIn(variables) }),
  };
}

/** Variables as they shall be, masks in the place of passwords that are stored so already, or that are empty. */
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

/** Has a trigger of a folder be as a document says; what that leaves out stays. Throws Invalid, NotFound, Forbidden. */
export async function applyTrigger(run: CodeRun, { path, title, code }: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const folder = await folderOf(run, path);
  const row = await triggerTitled(run, folder, title);
  const own = pathOf(path, title);
  const what = `trigger '${own}'`;
  const wanted = await withIds(run, code, path, folder);
  if (row === null) {
    const folderId = folder.id === rootFolderId ? {} : { folderId: idOf(folder) };
    const body = parsedBy(triggerBody, { ...wanted, ...folderId, title }, what);
    const made = asRead(await createTrigger(context, await run.me(), body));
    const fields = differences({}, await codeOfTrigger(context, await run.me(), made));
    run.record({ kind: 'Trigger', action: 'create', id: text(made.id), path: own, fields });
    return;
  }
  const id = row.trigger.id;
  const caller = await run.me();
  // what is as it is, secrets among it, is told only to who may change it
  await triggerNamed(context.database, id, toChange(caller));
  const before = await codeOfTrigger(context, caller, asRead(await renderTrigger(context, id, caller)));
  const masked = withStored(run, wanted, row);
  const expected = await codeOfTrigger(context, caller, { ...masked, title });
  const told = differences(likewise(before, expected), expected);
  if (told.length === 0) return;
  const changed = asRead(await updateTrigger(context, caller, id, parsedBy(triggerBody, { ...masked, title }, what)));
  const fields = [...differences(before, await codeOfTrigger(context, caller, changed)), ...changedSecrets(told)];
  if (fields.length > 0) run.record({ kind: 'Trigger', action: 'update', id: text(changed.id), path: own, fields });
}
