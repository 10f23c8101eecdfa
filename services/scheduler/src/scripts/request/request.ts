import { showType } from '@slipway/api-schema/format';
import { type ReleaseResponse, releaseIdOf, showRelease } from '@slipway/api-schema/plans';
import { contextWithoutReferences } from '@slipway/application/model';
import { asJson, type Json, passwordMask, taskPositionOf, type Variable } from '@slipway/domain/model';
import { valueToScripts } from '@slipway/domain/variables';
import { noPermissions } from '@slipway/engine';
import type { Secret } from '@slipway/outbound-http';
import { findFolder } from '@slipway/persistence/folders';
import { readVisibleShared } from '@slipway/persistence/variables';
import { isScriptOutput, type PluginType } from '@slipway/plugins';
import type { ScriptRequest, Snapshot } from '@slipway/script-protocol';
import { type ClaimedRun, type ScriptContext, scriptCaller } from '../context/context.ts';
import { scriptJson } from '../context/script-json.ts';
import { inputsOf } from './inputs.ts';
import { type Passwords, passwordsFor } from './passwords.ts';
import { type Source, sourceOf } from './source.ts';

interface SnapshotResult {
  readonly snapshot: Snapshot;
  /** the release in it, in its REST representation */
  readonly answer: ReleaseResponse;
  readonly passwords: Passwords;
}

/**
 * The data of a script: its release as in REST, and the visible variables, with the permitted passwords in clear text
 * (compatibility.md, Secrets). Throws CannotRun.
 */
async function snapshotOf(context: ScriptContext, run: ClaimedRun, source: Source): Promise<SnapshotResult> {
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

export interface RunRequest {
  readonly request: ScriptRequest;
  /** The release in the request. Changes by the script are found by comparison with it. */
  readonly releaseAnswer: ReleaseResponse;
  /** the type of the plugin that contains the script */
  readonly type: PluginType | null;
  /** the secrets of the request; those of configurations with their hosts */
  readonly secrets: readonly Secret[];
}

/** Returns the request to the runner; `secrets` contains every secret in it. Throws CannotRun. */
export async function requestFor(context: ScriptContext, run: ClaimedRun): Promise<RunRequest> {
  const source = await sourceOf(context, run);
  const { type, text: _, ...script } = source;
  const { snapshot, answer, passwords } = await snapshotOf(context, run, source);
  const taskInputs =
    type === null ? { inputs: {}, objects: [], secrets: [] } : await inputsOf(context, run, type, passwords);
  const outputs = type?.properties.filter(isScriptOutput).map(({ name }) => name) ?? [];
  const unbound = passwords.secrets.map((value) => ({ value, hosts: null }));
  const allSecrets: readonly Secret[] = [...unbound, ...taskInputs.secrets].filter(({ value }) => value !== '');
  const request: ScriptRequest = {
    ...script,
    purpose: run.script.purpose,
    owner: run.view.release.id,
    inputs: plain(taskInputs.inputs),
    objects: [...taskInputs.objects],
    wanted: outputs,
    snapshot,
    secrets: [...new Set(allSecrets.map(({ value }) => value))],
  };
  return { request, releaseAnswer: answer, type, secrets: allSecrets };
}

const plain = (inputs: Readonly<Record<string, Json>>): ScriptRequest['inputs'] => asJson(inputs);
