import { parseJson } from '@slipway/domain';
import type { ScriptRequest } from '@slipway/scripts';

/**
 * What REST answers, as scripts get it: what an answer leaves out is null to them, which is None in Python. There a
 * member that is not there would be an AttributeError.
 */
export const scriptJson = (answer: unknown) =>
  parseJson<ScriptRequest['inputs'][string]>(
    JSON.stringify(answer, (_, value: unknown) => (value === undefined ? null : value)),
  );
