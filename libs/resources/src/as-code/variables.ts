import { passwordMask } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, writeVariable } from '@slipway/formats';
import { sharedVariablesAmong } from '@slipway/persistence';
import { parsedBy, variableBody } from '@slipway/wire';
import {
  changeSharedVariable,
  createSharedVariable,
  renderShared,
  requireOnShared,
} from '../variables/shared-variables.ts';
import { withConfigurationIds } from './naming/meant.ts';
import { membersWithTitles, namingFor } from './naming/names.ts';
import { asRead, type CodeRun, folderOf, idOf, keyIn, likewise, pathOf } from './run/run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

/** A variable as documents write it, a configuration that is its value by title. */
export async function codeOfVariable(
  context: CodeRun['context'],
  reader: Person,
  answer: Members,
  from: readonly string[],
): Promise<Members> {
  const naming = await namingFor(context, reader, answer);
  return membersWithTitles(writeVariable(answer, naming), naming, from);
}

/**
 * Applies a document to a variable of a folder, or a global one; absent members stay. Throws Invalid, NotFound,
 * Forbidden, Conflict.
 */
export async function applyVariable(run: CodeRun, { path, title, code }: CodeItemOf<'variable'>): Promise<void> {
  const { context } = run;
  const { database, seal } = context;
  const folder = path.length === 0 || title.startsWith('global.') ? null : await folderOf(run, path);
  const place = { folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  await requireOnShared(await run.me(), place.folderId, folder === null ? title : idOf(folder));
  const key = keyIn(place.folderId, title);
  const view = await run.ahead.variables.get(key, async () => {
    const found = await sharedVariablesAmong(database, folder === null ? [] : [folder.id], [title]);
    return found.find(({ folderId }) => folderId === place.folderId) ?? null;
  });
  const own = pathOf(path, title);
  const what = `variable '${own}'`;
  const codeOf = async (answer: Members) => codeOfVariable(context, await run.me(), answer, folder?.path ?? []);
  const given = await withConfigurationIds(run, code, { from: path });
  const touched = { of: 'variable', key: title, folderId: place.folderId } as const;
  if (view === null) {
    run.ahead.variables.forget(key);
    const made = asRead(await createSharedVariable(context, place, parsedBy(variableBody, given, what)));
    const fields = differences({}, await codeOf(made));
    run.record({ kind: 'Variable', action: 'create', id: String(made.id), path: own, fields, touched });
    return;
  }
  const before = await codeOf(asRead(renderShared(context, view)));
  const { value: stored } = view.variable;
  const isSame = code.value === '' || (typeof stored === 'string' && isSealed(seal, 'variable', stored, code.value));
  const isPassword = view.variable.type === 'PasswordStringVariable';
  const wanted = isPassword && isSame ? { ...given, value: passwordMask } : given;
  const expected = differences(
    likewise(before, wanted),
    membersWithTitles(wanted, await namingFor(context, await run.me(), wanted), folder?.path ?? []),
  );
  if (expected.length === 0) return;
  run.ahead.variables.forget(key);
  const changed = asRead(await changeSharedVariable(context, view, parsedBy(variableBody, wanted, what)));
  const after = differences(before, await codeOf(changed));
  const fields = [...after, ...changedSecrets(expected)];
  if (fields.length > 0)
    run.record({ kind: 'Variable', action: 'update', id: String(changed.id), path: own, fields, touched });
}
