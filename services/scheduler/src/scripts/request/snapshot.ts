import { showType } from '@slipway/api-schema/format';
import { type ReleaseResponse, releaseIdOf, showRelease } from '@slipway/api-schema/plans';
import { contextWithoutReferences } from '@slipway/application/model';
import { asJson, passwordMask, taskPositionOf, type Variable } from '@slipway/domain/model';
import { valueToScripts } from '@slipway/domain/variables';
import { noPermissions } from '@slipway/engine';
import { findFolder } from '@slipway/persistence/folders';
import { readVisibleShared } from '@slipway/persistence/variables';
import type { Snapshot } from '@slipway/script-protocol';
import { scriptCaller } from '../context/caller.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { scriptJson } from '../context/script-json.ts';
import { type Passwords, passwordsFor } from './passwords.ts';
import type { Source } from './source.ts';

interface SnapshotResult {
  readonly snapshot: Snapshot;
  /** the release in it, as REST answers it */
  readonly answer: ReleaseResponse;
  readonly passwords: Passwords;
}

/**
 * The data of a script: its release as in REST, and the visible variables, with the permitted passwords in clear text
 * (compatibility.md, Secrets). Throws CannotRun.
 */
export async function snapshotOf(context: ScriptContext, run: ClaimedRun, source: Source): Promise<SnapshotResult> {
  const { database, typePrefix, apiVersion } = context;
  const { view, task } = run;
  const { release } = view;
  const [shared, folder] = await Promise.all([
    readVisibleShared(database, release.folderId),
    findFolder(database, release.folderId),
  ]);
  const { folderId, id: releaseId } = release;
  const caller = (await (await scriptCaller(context, run))?.callerAt({ folderId, releaseId })) ?? noPermissions;
  const id = releaseIdOf(view);
  const passwords = await passwordsFor(context, run, source, shared);
  const sharedVariables = [...shared.values()].map(({ variable }) => variable);
  const clear = (variables: Iterable<Variable>, parent: string) =>
    [...variables].map((variable) => scriptVariable(variable, parent, passwords, typePrefix));
  const isGlobal = ({ key }: Variable) => key.startsWith('global.');
  const answer = showRelease(view, caller, contextWithoutReferences({ typePrefix }));
  return {
    answer,
    snapshot: {
      release: scriptJson(answer),
      phaseId: taskPositionOf(release, task.id).phase.id,
      taskId: task.id,
      version: apiVersion,
      folder: { id: view.folderPath.join('/'), title: folder?.title ?? '' },
      releaseVariables: clear(release.variables, id),
      globalVariables: clear(sharedVariables.filter(isGlobal), 'Configuration/variables/global'),
      folderVariables: clear(
        sharedVariables.filter((variable) => !isGlobal(variable)),
        view.folderPath.join('/'),
      ),
    },
    passwords,
  };
}

const scriptVariable = (
  variable: Variable,
  parent: string,
  { clear, keys }: Passwords,
  prefix: string,
): Snapshot['releaseVariables'][number] => ({
  id: `${parent}/${variable.id}`,
  key: variable.key,
  type: showType(variable.type, prefix),
  requiresValue: variable.requiresValue,
  value: asJson(clear.get(variable.key) ?? (keys.has(variable.key) ? passwordMask : valueToScripts(variable))),
});
