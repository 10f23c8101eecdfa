import type { scriptAction } from '@slipway/script-protocol';

type Method = 'POST' | 'PUT' | 'DELETE';
export type ActionName = (typeof scriptAction)['options'][number]['shape']['does']['value'];

/** A call of a script in JavaScript, and the equivalent REST request. */
export interface ScriptRestPair {
  readonly script: string;
  readonly call: readonly [method: Method, path: string, body?: object];
}

export const json = JSON.stringify;
export const pairOf = (script: string, ...call: ScriptRestPair['call']): ScriptRestPair => ({ script, call });
