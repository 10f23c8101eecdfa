import type { Json } from '@slipway/domain';
import type { PluginType } from '@slipway/plugins';
import type { ScriptRequest } from '@slipway/scripts';
import type { ReleaseAnswer } from '@slipway/wire';
import type { Scripting, TakenUp } from '../context/context.ts';
import { inputsOf } from './inputs.ts';
import { snapshotOf } from './snapshot.ts';
import { sourceOf } from './source.ts';

/** What is asked of the runner. */
export interface Runnable {
  readonly request: ScriptRequest;
  /** the release as the script sees it: what it changes of a thing is found by comparing */
  readonly shown: ReleaseAnswer;
  /** the type of the plugin whose script it is */
  readonly type: PluginType | null;
}

/** What is asked of the runner; every secret in it is named among its `secrets`. Throws Unrunnable. */
export async function requestFor(scripting: Scripting, taken: TakenUp): Promise<Runnable> {
  const { type, ...script } = await sourceOf(scripting, taken);
  const { snapshot, shown, secrets, passwords } = await snapshotOf(scripting, taken);
  const given =
    type === null ? { inputs: {}, objects: [], secrets: [] } : await inputsOf(scripting, taken, type, passwords);
  const outputs = type?.properties.filter(({ category }) => category === 'output').map(({ name }) => name) ?? [];
  const request: ScriptRequest = {
    ...script,
    purpose: taken.script.purpose,
    owner: taken.view.release.id,
    inputs: plain(given.inputs),
    objects: [...given.objects],
    wanted: outputs,
    snapshot,
    secrets: [...new Set([...secrets, ...given.secrets])].filter((secret) => secret !== ''),
  };
  return { request, shown, type };
}

const plain = (inputs: Readonly<Record<string, Json>>): ScriptRequest['inputs'] => JSON.parse(JSON.stringify(inputs));
