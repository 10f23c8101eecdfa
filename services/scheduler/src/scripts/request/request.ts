import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { asJson, type Json } from '@slipway/domain/model';
import type { Secret } from '@slipway/outbound-http';
import { isScriptOutput, type PluginType } from '@slipway/plugins';
import type { ScriptRequest } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { inputsOf } from './inputs.ts';
import { snapshotOf } from './snapshot.ts';
import { sourceOf } from './source.ts';

export interface RunRequest {
  readonly request: ScriptRequest;
  /** The release in the request: changes of the script are found by comparison. */
  readonly releaseAnswer: ReleaseResponse;
  /** the type of the plugin whose script it is */
  readonly type: PluginType | null;
  /** the secrets of the request, with the hosts that those of configurations belong to */
  readonly secrets: readonly Secret[];
}

/** The request to the runner; `secrets` contains every secret in it. Throws CannotRun. */
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
