import type { ScriptResult } from '@slipway/domain/decision';
import type { Json, ScriptRun } from '@slipway/domain/model';
import { errorPosition, type ScriptRunResult } from '@slipway/script-protocol';

/**
 * The meaning of an answer for the release (script-api.md, Precondition). A precondition without a value has failed: the
 * author intended neither a start nor a skip.
 */
export function resultOf(purpose: ScriptRun['purpose'], { error, result, output }: ScriptRunResult): ScriptResult {
  const printed = output.trim() === '' ? null : output.trimEnd();
  if (error !== null) {
    return { ended: 'badly', error: `${error.type}: ${error.message}${errorPosition(error)}`, output: printed };
  }
  if (purpose !== 'precondition') return { ended: 'well', value: true, output: printed };
  if (result === null) {
    return { ended: 'badly', error: 'The precondition has ended without a result.', output: printed };
  }
  return { ended: 'well', value: isTrue(result), output: printed };
}

/** As Python and JavaScript agree: nothing, zero and whatever is empty are false. */
function isTrue(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}
