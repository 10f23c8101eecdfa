import { asJson, placeOf, type Variable, valueToScripts } from '@slipway/domain';
import { nobodyThere } from '@slipway/engine';
import { findFolder, type Seal, visibleVariables } from '@slipway/persistence';
import { showAlone } from '@slipway/resources';
import type { Snapshot } from '@slipway/scripts';
import { type ReleaseAnswer, releaseIdOf, showRelease, showType } from '@slipway/wire';
import { scriptCaller } from '../context/caller.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { scriptJson } from '../context/script-json.ts';

interface TakenSnapshot {
  readonly snapshot: Snapshot;
  /** the release in it, as REST answers it */
  readonly answer: ReleaseAnswer;
  /** clear texts that nothing which the script says may hold */
  readonly secrets: readonly string[];
  /** the clear texts of password variables, by key */
  readonly passwords: ReadonlyMap<string, string>;
}

/**
 * What a script may read: what REST answers of its release, and the variables that it sees, passwords in clear
 * (decisions.md, Secrets: only for this run). Throws CannotRun.
 */
export async function snapshotOf(context: ScriptContext, run: ClaimedRun): Promise<TakenSnapshot> {
  const { database, seal, typePrefix, apiVersion } = context;
  const { view, task } = run;
  const { release } = view;
  const [shared, folder] = await Promise.all([
    visibleVariables(database, release.folderId),
    findFolder(database, release.folderId),
  ]);
  const { folderId, id: releaseId } = release;
  const caller = (await (await scriptCaller(context, run))?.at({ folderId, releaseId })) ?? nobodyThere;
  const id = releaseIdOf(view);
  const all = [...release.variables, ...shared.values()];
  const passwords = passwordsAmong(all, seal);
  const clear = (variables: Iterable<Variable>, parent: string) =>
    [...variables].map((variable) => scriptVariable(variable, parent, passwords, typePrefix));
  const isGlobal = ({ key }: Variable) => key.startsWith('global.');
  const answer = showRelease(view, caller, showAlone({ typePrefix }));
  return {
    answer,
    snapshot: {
      release: scriptJson(answer),
      phaseId: placeOf(release, task.id).phase.id,
      taskId: task.id,
      version: apiVersion,
      folder: { id: view.folderPath.join('/'), title: folder?.title ?? '' },
      releaseVariables: clear(release.variables, id),
      globalVariables: clear([...shared.values()].filter(isGlobal), 'Configuration/variables/global'),
      folderVariables: clear(
        [...shared.values()].filter((variable) => !isGlobal(variable)),
        view.folderPath.join('/'),
      ),
    },
    secrets: [...passwords.values()],
    passwords,
  };
}

function passwordsAmong(variables: readonly Variable[], seal: Seal): ReadonlyMap<string, string> {
  return new Map(
    variables.flatMap(({ key, type, value }): [string, string][] =>
      type === 'PasswordStringVariable' && typeof value === 'string' && value !== ''
        ? [[key, seal.open('variable', value)]]
        : [],
    ),
  );
}

const scriptVariable = (
  variable: Variable,
  parent: string,
  passwords: ReadonlyMap<string, string>,
  prefix: string,
): Snapshot['releaseVariables'][number] => ({
  id: `${parent}/${variable.id}`,
  key: variable.key,
  type: showType(variable.type, prefix),
  requiresValue: variable.requiresValue,
  value: asJson(passwords.get(variable.key) ?? valueToScripts(variable)),
});
