import { parseAs } from '@slipway/api-schema/as-code';
import { variableBody } from '@slipway/api-schema/variables';
import { message } from '@slipway/domain/messages';
import { passwordMask } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, writeVariable } from '@slipway/formats';
import { findSharedVariablesInFolders } from '@slipway/persistence/variables';
import {
  changeSharedVariable,
  createSharedVariable,
  renderSharedVariable,
  requireSharedVariablePermission,
} from '../variables/shared-variables.ts';
import { membersWithTitles, namingFor } from './naming/names.ts';
import { withConfigurationIds } from './naming/resolve-names.ts';
import { asClientJson, type CodeRun, folderKey, fullIdOf, getFolderByTitles, pathOf, pickMembers } from './run/run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

/** Returns the document of a variable. If the value is a configuration, it is given by title. */
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
  const folder = path.length === 0 || title.startsWith('global.') ? null : await getFolderByTitles(run, path);
  const scope = { folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  await requireSharedVariablePermission(await run.me(), scope.folderId, folder === null ? title : fullIdOf(folder));
  const key = folderKey(scope.folderId, title);
  const view = await run.preloaded.variables.get(key, async () => {
    const matches = await findSharedVariablesInFolders(database, folder === null ? [] : [folder.id], [title]);
    return matches.find(({ folderId }) => folderId === scope.folderId) ?? null;
  });
  const own = pathOf(path, title);
  const part = message('part.variable', { key: own });
  const codeOf = async (answer: Members) => codeOfVariable(context, await run.me(), answer, folder?.path ?? []);
  const resolved = await withConfigurationIds(run, code, { from: path });
  const touched = { of: 'variable', key: title, folderId: scope.folderId } as const;
  if (view === null) {
    run.preloaded.variables.evict(key);
    const created = asClientJson(await createSharedVariable(context, scope, parseAs(variableBody, resolved, part)));
    const fields = differences({}, await codeOf(created));
    run.record({ kind: 'Variable', action: 'create', id: String(created.id), path: own, fields, touched });
    return;
  }
  const before = await codeOf(asClientJson(renderSharedVariable(context, view)));
  const { value: stored } = view.variable;
  const isSame = code.value === '' || (typeof stored === 'string' && isSealed(seal, 'variable', stored, code.value));
  const isPassword = view.variable.type === 'PasswordStringVariable';
  const requested = isPassword && isSame ? { ...resolved, value: passwordMask } : resolved;
  const expectedChanges = differences(
    pickMembers(before, requested),
    membersWithTitles(requested, await namingFor(context, await run.me(), requested), folder?.path ?? []),
  );
  if (expectedChanges.length === 0) return;
  run.preloaded.variables.evict(key);
  const changed = asClientJson(await changeSharedVariable(context, view, parseAs(variableBody, requested, part)));
  const after = differences(before, await codeOf(changed));
  const fields = [...after, ...changedSecrets(expectedChanges)];
  if (fields.length > 0)
    run.record({ kind: 'Variable', action: 'update', id: String(changed.id), path: own, fields, touched });
}
