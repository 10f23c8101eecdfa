import { Conflict, Forbidden, Invalid, NotFound } from '@slipway/domain/model';
import { ZodError } from 'zod';

export interface Refusal {
  /** the class name that the exception has in scripts */
  readonly type: 'InvalidException' | 'NotFoundException' | 'ForbiddenException';
  /** The message of REST. */
  readonly message: string;
}

/** Reads an error as the refusal that it is; `what` was sent where a schema refuses it as a whole. Throws what is no refusal. */
export function refusalOf(error: unknown, subject: string): Refusal {
  if (error instanceof ZodError) {
    const [firstIssue] = error.issues;
    return { type: 'InvalidException', message: `${firstIssue?.path.join('.') || subject}: ${firstIssue?.message}` };
  }
  if (error instanceof NotFound) return { type: 'NotFoundException', message: error.message };
  if (error instanceof Forbidden) return { type: 'ForbiddenException', message: error.message };
  if (error instanceof Invalid || error instanceof Conflict)
    return { type: 'InvalidException', message: error.message };
  throw error;
}

/** The comment about an action that is refused. Throws what is no refusal. */
export const refusalComment = (error: unknown): string =>
  `An action of the script was refused: ${refusalOf(error, 'the value').message}`;
