import { isObject, type Json } from '@slipway/domain';
import type { CodeItemOf } from '@slipway/formats';
import { createBody, parsedBy } from '@slipway/wire';
import { createRelease } from '../plans/create.ts';
import { folderCalled, templateCalled } from './naming/meant.ts';
import { asRead, type CodeRun, pathOf } from './run/run.ts';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Values by key, as an object or as a list of variables. */
function valuesIn(variables: Json | undefined): Json {
  if (!Array.isArray(variables)) return variables ?? {};
  const entries = variables.flatMap((each): [string, Json][] =>
    isObject(each) ? [[text(each.key), each.value ?? null]] : [],
  );
  return Object.fromEntries(entries);
}

/** Makes a release of a document and starts it: each time that the document is applied. Throws Invalid, NotFound, Forbidden. */
export async function applyRelease(run: CodeRun, { path, title, code }: CodeItemOf<'release'>): Promise<void> {
  const { template, folder, variables, scheduledStartDate, autoStart } = code;
  const templateId = await templateCalled(run, text(template), path, async () => {});
  const into = text(folder) === '' ? {} : { folderId: await folderCalled(run, text(folder), path) };
  const body = { releaseTitle: title, ...into, variables: valuesIn(variables), scheduledStartDate, autoStart };
  const order = parsedBy(createBody, body, `release '${pathOf(path, title)}'`);
  const isLater = order.scheduledStartDate !== undefined && order.scheduledStartDate !== null;
  const { answer } = await createRelease(run.context, await run.me(), templateId, order, !isLater);
  const { id, title: named, status } = asRead(answer);
  const fields = [
    { field: 'template', before: null, after: text(template) },
    { field: 'status', before: null, after: status ?? null },
  ];
  run.record({
    kind: 'Release',
    action: 'create',
    id: text(id),
    path: pathOf(path, text(named)),
    fields,
    touched: null,
  });
}
