import { isObject, type Json, neededToChange, passwordMask } from '@slipway/domain';
import { configurationPurpose } from '@slipway/engine';
import { type CodeItemOf, differences, type Members } from '@slipway/formats';
import { type ConfigurationView, configurationsTitled } from '@slipway/persistence';
import { type ConfigurationAnswer, configurationBody, parsedBy, readType } from '@slipway/wire';
import { changeConfiguration, createConfiguration, renderConfiguration } from '../configurations/configurations.ts';
import { requireOnConfiguration } from '../configurations/find.ts';
import { type CodeRun, folderOf, idOf, likewise, pathOf } from './run.ts';
import { changedSecrets, isSealed } from './secrets.ts';

/** A configuration as documents write it. */
export function codeOfConfiguration({
  id: _,
  folderId: __,
  title,
  type,
  variableMapping,
  ...fields
}: Members): Members {
  const isMapped = isObject(variableMapping) && Object.keys(variableMapping).length > 0;
  const mapped: Members = isMapped ? { variableMapping } : {};
  return {
    name: title ?? '',
    ...(type !== undefined && { type }),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    ...mapped,
  };
}

const asMembers = (answer: ConfigurationAnswer): Members => JSON.parse(JSON.stringify(answer));

/** The same with masks in the place of secrets that are stored so already, or that are empty. */
function withStored(run: CodeRun, wanted: Members, { id, secrets }: ConfigurationView): Members {
  const walk = (members: Members, above: string): Members =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]): [string, Json] => {
        const pointer = `${above}/${name}`;
        const stored = secrets[pointer];
        if (isObject(value)) return [name, walk(value, pointer)];
        const isSame = value === '' || isSealed(run.context.seal, configurationPurpose(id, pointer), stored, value);
        return [name, stored !== undefined && isSame ? passwordMask : value];
      }),
    );
  return walk(wanted, '');
}

/** Has a configuration of a folder, or a global one, be as a document says; what that leaves out stays. Throws Invalid, Conflict, NotFound, Forbidden. */
export async function applyConfiguration(run: CodeRun, { path, title, code }: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const folder = path.length === 0 ? null : await folderOf(run, path);
  const { name: _, type, ...fields } = code;
  const written = typeof type === 'string' ? type : '';
  const known = readType(written, context.typePrefix);
  const among = await configurationsTitled(context.database, title, folder === null ? [] : [folder.id]);
  const view = among.find((each) => each.folderId === (folder?.id ?? null) && each.type === known) ?? null;
  const body = { ...fields, type: written, title, ...(folder && { folderId: idOf(folder) }) };
  const own = pathOf(path, title);
  const what = `configuration '${own}'`;
  if (view === null) {
    const made = await createConfiguration(context, await run.me(), parsedBy(configurationBody, body, what));
    const given = differences({}, codeOfConfiguration(asMembers(made)));
    run.record({ kind: 'Configuration', action: 'create', id: made.id, path: own, fields: given });
    return;
  }
  const caller = await run.me();
  // what is as it is, secrets among it, is told only to who may change it
  await requireOnConfiguration({ caller, anyOf: [neededToChange.configuration] }, view, own);
  const before = codeOfConfiguration(asMembers(renderConfiguration(context, view)));
  const wanted = withStored(run, fields, view);
  const expected = differences(likewise(before, wanted), wanted);
  if (expected.length === 0) return;
  const sent = parsedBy(configurationBody, { ...wanted, type: written, title }, what);
  const changed = await changeConfiguration(context, caller, view, sent);
  const after = differences(before, codeOfConfiguration(asMembers(changed)));
  const all = [...after, ...changedSecrets(expected)];
  if (all.length > 0) run.record({ kind: 'Configuration', action: 'update', id: changed.id, path: own, fields: all });
}
