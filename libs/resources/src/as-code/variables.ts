import { passwordMask } from '@slipway/domain';
import { type CodeItemOf, differences, writeVariable } from '@slipway/formats';
import { folderVariables, globalVariables } from '@slipway/persistence';
import { parsedBy, variableBody } from '@slipway/wire';
import {
  changeSharedVariable,
  createSharedVariable,
  renderShared,
  requireOnShared,
} from '../variables/shared-variables.ts';
import { asRead, type CodeRun, folderOf, idOf, likewise, pathOf } from './run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

/** Has a variable of a folder, or a global one, be as a document says; what that leaves out stays. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyVariable(run: CodeRun, { path, title, code }: CodeItemOf<'variable'>): Promise<void> {
  const { context } = run;
  const { database, typePrefix: prefix, seal } = context;
  const folder = path.length === 0 || title.startsWith('global.') ? null : await folderOf(run, path);
  const place = { folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  await requireOnShared(await run.me(), place.folderId, folder === null ? title : idOf(folder));
  const all = folder === null ? await globalVariables(database) : await folderVariables(database, folder.id, true);
  const view = all.find(({ variable }) => variable.key === title) ?? null;
  const own = pathOf(path, title);
  const what = `variable '${own}'`;
  if (view === null) {
    const made = asRead(await createSharedVariable(context, place, parsedBy(variableBody, code, what)));
    const fields = differences({}, writeVariable(made, { prefix }));
    run.record({ kind: 'Variable', action: 'create', id: String(made.id), path: own, fields });
    return;
  }
  const before = writeVariable(asRead(renderShared(context, view)), { prefix });
  const { value: stored } = view.variable;
  const isSame = code.value === '' || (typeof stored === 'string' && isSealed(seal, 'variable', stored, code.value));
  const isPassword = view.variable.type === 'PasswordStringVariable';
  const wanted = isPassword && isSame ? { ...code, value: passwordMask } : code;
  const expected = differences(likewise(before, wanted), wanted);
  if (expected.length === 0) return;
  const changed = asRead(await changeSharedVariable(context, view, parsedBy(variableBody, wanted, what)));
  const after = differences(before, writeVariable(changed, { prefix }));
  const fields = [...after, ...changedSecrets(expected)];
  if (fields.length > 0) run.record({ kind: 'Variable', action: 'update', id: String(changed.id), path: own, fields });
}
