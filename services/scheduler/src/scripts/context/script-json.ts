import { parseJson } from '@slipway/domain/model';
import type { ScriptRequest } from '@slipway/script-protocol';

/**
 * A REST response for scripts: absent members are null, which Python reads as `None`. An absent member would raise an
 * AttributeError there.
 */
export const scriptJson = (answer: unknown) =>
  parseJson<ScriptRequest['inputs'][string]>(
    JSON.stringify(answer, (_, value: unknown) => (value === undefined ? null : value)),
  );
