import type { scriptAction } from '@slipway/scripts';

type Method = 'POST' | 'PUT' | 'DELETE';
export type Does = (typeof scriptAction)['options'][number]['shape']['does']['value'];

/** A request of a script, in JavaScript, and the equivalent call of REST. */
export interface Twin {
  readonly script: string;
  readonly call: readonly [method: Method, path: string, body?: object];
}

export const json = JSON.stringify;
export const onPart = (script: string, ...call: Twin['call']): Twin => ({ script, call });
