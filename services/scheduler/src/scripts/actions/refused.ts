import { Conflict, Forbidden, Invalid, NotFound } from '@slipway/domain';
import { ZodError } from 'zod';

/** The comment about a wish that is not granted. Throws what is no refusal. */
export function refused(error: unknown): string {
  const said = 'The script asked for what was refused';
  if (error instanceof ZodError) {
    const [first] = error.issues;
    return `${said}: ${first?.path.join('.') || 'the value'}: ${first?.message}`;
  }
  const isRefusal = [Invalid, NotFound, Conflict, Forbidden].some((kind) => error instanceof kind);
  if (!isRefusal || !(error instanceof Error)) throw error;
  return `${said}: ${error.message}`;
}
