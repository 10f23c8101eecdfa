import { parseAs } from '@slipway/api-schema/as-code';
import { createBody } from '@slipway/api-schema/plans';
import { message } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import type { CodeItemOf } from '@slipway/formats';
import { createRelease } from '../plans/create.ts';
import { resolveFolder, resolveTemplate } from './naming/resolve-names.ts';
import { asClientJson, type CodeRun, pathOf } from './run/run.ts';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Returns the values by key, from an object or from a list of variables. */
function valuesIn(variables: Json | undefined): Json {
  if (!Array.isArray(variables)) return variables ?? {};
  const entries = variables.flatMap((variable): [string, Json][] =>
    isObject(variable) ? [[text(variable.key), variable.value ?? null]] : [],
  );
  return Object.fromEntries(entries);
}

/**
 * Creates and starts a release. Each apply of the document creates another one. Throws Invalid, NotFound, Forbidden.
 */
export async function applyRelease(run: CodeRun, { path, title, code }: CodeItemOf<'release'>): Promise<void> {
  const { template, folder, variables, scheduledStartDate, autoStart } = code;
  const templateId = await resolveTemplate(run, text(template), path, async () => {});
  const target = text(folder) === '' ? {} : { folderId: await resolveFolder(run, text(folder), path) };
  const body = { releaseTitle: title, ...target, variables: valuesIn(variables), scheduledStartDate, autoStart };
  const createRequest = parseAs(createBody, body, message('part.namedRelease', { title: pathOf(path, title) }));
  const isLater = createRequest.scheduledStartDate !== undefined && createRequest.scheduledStartDate !== null;
  const { answer } = await createRelease(run.context, await run.me(), templateId, createRequest, !isLater);
  const { id, title: releaseTitle, status } = asClientJson(answer);
  const fields = [
    { field: 'template', before: null, after: text(template) },
    { field: 'status', before: null, after: status ?? null },
  ];
  run.record({
    kind: 'Release',
    action: 'create',
    id: text(id),
    path: pathOf(path, text(releaseTitle)),
    fields,
    touched: null,
  });
}
